import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, type Line } from "../../src/live/connection";
import type { FromServer } from "../../src/wire.gen";

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: { type: string; id?: string }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string; id?: string });
  }
  close(): void {
    this.drop(1000);
  }
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  hear(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drop(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const last = (): FakeSocket => FakeSocket.all.at(-1) as FakeSocket;
let lines: Line[] = [];
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  lines = [];
  connection = new Connection("ws://here", {
    line: (line) => lines.push(line),
    message: () => undefined,
    since: () => 17,
  });
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const welcome: FromServer = { type: "welcome", protocol: 1, person: "ann", now: 0 };

describe("a table's connection", () => {
  it("says hello first, with the version that the page has", () => {
    last().open();
    expect(last().sent[0]).toEqual({ type: "hello", protocol: 1, since: 17 });
    last().hear(welcome);
    expect(lines).toEqual(["open"]);
  });

  it("comes back by itself and sends again, under the same id, what had no answer", async () => {
    last().open();
    const answer = connection.do({ type: "sit_in" });
    const [, command] = last().sent;
    last().drop(1006);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeSocket.all).toHaveLength(2);
    last().open();
    expect(last().sent[1]).toEqual(command);
    last().hear({ type: "done", id: command?.id ?? "", version: 18 });
    expect(await answer).toMatchObject({ type: "done", version: 18 });
    last().drop(1006);
    await vi.advanceTimersByTimeAsync(20_000);
    last().open();
    expect(last().sent).toHaveLength(1);
  });

  it("waits longer each time, and not at all when the phone wakes up", async () => {
    for (let lost = 0; lost < 6; lost += 1) {
      last().drop(1006);
      await vi.advanceTimersByTimeAsync(20_000);
    }
    const before = FakeSocket.all.length;
    last().drop(1006);
    await vi.advanceTimersByTimeAsync(100);
    expect(FakeSocket.all).toHaveLength(before);
    dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(before + 1);
  });

  it("does not come back where it was refused", async () => {
    last().open();
    last().drop(1008);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(lines).toEqual(["refused"]);
  });

  it("sends again, a second later, what came too often", async () => {
    last().open();
    const answer = connection.do({ type: "sit_in" });
    const id = last().sent[1]?.id ?? "";
    last().hear({ type: "refused", code: "too_often", message: "", id, allowed: null });
    expect(last().sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(last().sent[2]).toEqual(last().sent[1]);
    last().hear({ type: "done", id, version: 4 });
    expect(await answer).toMatchObject({ type: "done" });
  });

  it("sends again, a second later, what the server could not keep", async () => {
    last().open();
    const answer = connection.do({ type: "sit_in" });
    const id = last().sent[1]?.id ?? "";
    last().hear({ type: "refused", code: "no_database", message: "", id, allowed: null });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(last().sent[2]).toEqual(last().sent[1]);
    last().hear({ type: "done", id, version: 4 });
    expect(await answer).toMatchObject({ type: "done" });
  });

  it("sends no more, the longer the server cannot keep anything", async () => {
    last().open();
    const socket = last();
    const answers = [1, 2, 3].map(() => connection.do({ type: "sit_in" }));
    const ids = socket.sent.slice(1).map(({ id }) => id ?? "");
    for (let seconds = 0; seconds < 5; seconds += 1) {
      const sent = socket.sent.slice(-3).map(({ id }) => id);
      expect(sent).toEqual(ids);
      for (const id of [null, ...ids])
        socket.hear({ type: "refused", code: "no_database", message: "", id, allowed: null });
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(socket.sent).toHaveLength(1 + 3 * 6);
    for (const id of ids) socket.hear({ type: "done", id, version: 4 });
    expect(await Promise.all(answers)).toHaveLength(3);
  });

  it("gives up a line that is silent", async () => {
    last().open();
    last().hear(welcome);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(lines).toEqual(["open", "lost"]);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("keeps a line on which pings are answered, however rarely the page comes to ask", async () => {
    last().open();
    last().hear(welcome);
    for (let minutes = 0; minutes < 5; minutes += 1) {
      vi.setSystemTime(Date.now() + 60_000);
      await vi.advanceTimersByTimeAsync(10_000);
      last().hear({ type: "pong", number: 0, now: 0 });
    }
    expect(lines).toEqual(["open"]);
    expect(FakeSocket.all).toHaveLength(1);
  });
});
