import { describe, expect, test } from "vitest";
import { doorFor, newcomer, seatsIn } from "../../src/start/visitor";
import type { Summary } from "../../src/wire.gen";
import { person, view } from "./views";

const TABLE = [person("Tom", { seat: 2 }), person("Liz", { seat: 0 }), person("Ann")];

describe("the seats of a table", () => {
  const seats = { title: "Friday", preset: "cincinnati", free: 2, names: ["Liz", "Tom"] };

  test("from its view", () => {
    expect(seatsIn(view(TABLE))).toEqual({ ...seats, approve: false });
  });

  test("from its summary, for who may not look on", () => {
    const summary: Summary = {
      table: "friday",
      title: "Friday",
      preset: "cincinnati",
      phase: "lobby",
      players: 4,
      people: TABLE,
    };
    expect(seatsIn(summary)).toEqual({ ...seats, approve: false });
  });
});

describe("the door", () => {
  const stranger = view(TABLE, { you: null });

  test("stands before a stranger until he comes in or only watches", () => {
    expect(doorFor(null, stranger, false)).toBe("enter");
    expect(doorFor(null, stranger, true)).toBeNull();
    expect(doorFor(null, view(TABLE), false)).toBeNull();
    expect(doorFor(null, null, false)).toBeNull();
    expect(doorFor(null, view(TABLE, { you: null, phase: "closed" }), false)).toBeNull();
  });

  test.each([
    ["pin_needed", "enter"],
    ["no_spectators", "enter"],
    ["stranger", "enter"],
    ["no_table", "gone"],
    ["moved", "moved"],
    ["fault", "trouble"],
    ["protocol", null],
  ])("a line that is refused with %s: %s", (code, door) => {
    expect(doorFor(code, null, true)).toBe(door);
    expect(doorFor(code, stranger, true)).toBe(door);
  });
});

describe("who has no seat while the others play", () => {
  const playing = { phase: "playing", you: "Ann" } as const;

  test("is told so, or that he has asked", () => {
    expect(newcomer(view(TABLE, playing))).toBe("seatless");
    expect(newcomer(view([...TABLE.slice(0, 2), person("Ann", { asked: 1 })], playing))).toBe(
      "asked",
    );
    expect(newcomer(view(TABLE, { ...playing, you: null }))).toBe("watching");
  });

  test("who sits is not told, and the lobby says it itself", () => {
    expect(newcomer(view(TABLE, { ...playing, you: "Tom" }))).toBeNull();
    expect(newcomer(view(TABLE, { you: "Ann" }))).toBeNull();
    expect(newcomer(view(TABLE, { you: null, phase: "closed" }))).toBeNull();
  });
});
