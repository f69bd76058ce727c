import { beforeEach, describe, expect, test } from "vitest";
import { Beginning, keepPlan, nextStep, planFor, type Plan } from "../../src/start/begin";
import type { Command, Done, PersonView, Refused, TableView } from "../../src/wire.gen";
import { person, view } from "./views";

const AGAINST_BOTS: Plan = { sit: true, bots: ["rookie", "regular"], start: true, invite: false };
const refused = (code: string): Refused => ({
  type: "refused",
  code,
  message: "",
  id: "1",
  allowed: null,
});

beforeEach(() => sessionStorage.clear());

test("the host sits down, seats the bots one by one, and starts", () => {
  const liz = person("Liz", { seat: 0 });
  const ada = person("Ada", { seat: 1, bot: "rookie" });
  const bruno = person("Bruno", { seat: 2, bot: "regular" });
  expect(nextStep(AGAINST_BOTS, view([person("Liz")]))).toEqual({ type: "sit" });
  expect(nextStep(AGAINST_BOTS, view([liz]))).toEqual({ type: "add_bot", bot: "rookie" });
  expect(nextStep(AGAINST_BOTS, view([liz, ada]))).toEqual({ type: "add_bot", bot: "regular" });
  expect(nextStep(AGAINST_BOTS, view([liz, ada, bruno]))).toEqual({ type: "start" });
});

test("nobody but the host has anything to begin, and nothing once it has begun", () => {
  const people = [person("Liz"), person("Tom")];
  expect(nextStep(AGAINST_BOTS, view(people, { you: "Tom" }))).toBeNull();
  expect(nextStep(AGAINST_BOTS, view(people, { you: null }))).toBeNull();
  expect(nextStep(AGAINST_BOTS, view(people, { phase: "playing" }))).toBeNull();
  expect(nextStep(AGAINST_BOTS, view(people, { phase: "finished" }))).toBeNull();
});

test("a table for friends only seats its host", () => {
  const friends: Plan = { sit: true, bots: [], start: false, invite: true };
  expect(nextStep(friends, view([person("Liz")]))).toEqual({ type: "sit" });
  expect(nextStep(friends, view([person("Liz", { seat: 0 })]))).toBeNull();
});

/** A table that does what it is told, and shows it when asked. */
class FakeTable {
  readonly id = "friday";
  readonly asked: Command[] = [];
  #people: PersonView[] = [person("Liz")];
  #phase: TableView["phase"] = "lobby";
  #version = 1;
  constructor(private readonly refuses: string | null = null) {}

  view(): TableView {
    return view(this.#people, { version: this.#version, phase: this.#phase });
  }

  do(command: Command): Promise<Done | Refused> {
    this.asked.push(command);
    if (this.refuses === command.type) return Promise.resolve(refused("full"));
    this.#version += 1;
    if (command.type === "sit") this.#people = [person("Liz", { seat: 0 })];
    if (command.type === "add_bot")
      this.#people.push(person(`bot ${this.#people.length}`, { seat: 1, bot: command.bot }));
    if (command.type === "start") this.#phase = "playing";
    return Promise.resolve({ type: "done", id: "1", version: this.#version });
  }
}

describe("a plan that is carried out", () => {
  const told = (table: FakeTable): string[] => table.asked.map((command) => command.type);

  test("does each step once and is forgotten then", async () => {
    const table = new FakeTable();
    keepPlan(table.id, AGAINST_BOTS);
    const beginning = new Beginning(table);
    for (let looks = 0; looks < 8; looks += 1) await beginning.look(table.view());
    expect(told(table)).toEqual(["sit", "add_bot", "add_bot", "start"]);
    expect(planFor(table.id)).toBeNull();
    expect(beginning.starts).toBe(false);
  });

  test("waits for a view that knows of the last step", async () => {
    const table = new FakeTable();
    keepPlan(table.id, AGAINST_BOTS);
    const beginning = new Beginning(table);
    const old = table.view();
    await beginning.look(old);
    await beginning.look(old);
    expect(told(table)).toEqual(["sit"]);
  });

  test("does not ask twice while it waits for an answer", async () => {
    const table = new FakeTable();
    keepPlan(table.id, AGAINST_BOTS);
    const beginning = new Beginning(table);
    const old = table.view();
    await Promise.all([beginning.look(old), beginning.look(old)]);
    expect(told(table)).toEqual(["sit"]);
  });

  test("goes on after a reload where it was", async () => {
    const table = new FakeTable();
    keepPlan(table.id, AGAINST_BOTS);
    const before = new Beginning(table);
    await before.look(table.view());
    await before.look(table.view());
    const after = new Beginning(table);
    for (let looks = 0; looks < 4; looks += 1) await after.look(table.view());
    expect(told(table)).toEqual(["sit", "add_bot", "add_bot", "start"]);
  });

  test("ends with the first refusal", async () => {
    const table = new FakeTable("add_bot");
    keepPlan(table.id, AGAINST_BOTS);
    const beginning = new Beginning(table);
    for (let looks = 0; looks < 4; looks += 1) await beginning.look(table.view());
    expect(told(table)).toEqual(["sit", "add_bot"]);
    expect(beginning.starts).toBe(false);
  });

  test("shows the invitation once, also after a reload", () => {
    const table = new FakeTable();
    keepPlan(table.id, { sit: true, bots: [], start: false, invite: true });
    const beginning = new Beginning(table);
    expect([beginning.takeInvite(), beginning.takeInvite()]).toEqual([true, false]);
    expect(new Beginning(table).takeInvite()).toBe(false);
  });
});

test.each(["", "{", "null", "[]", '{"sit": true}'])("a kept plan that is %o is none", (kept) => {
  sessionStorage.setItem("cincinnati.plan.friday", kept);
  expect(planFor("friday")).toBeNull();
});
