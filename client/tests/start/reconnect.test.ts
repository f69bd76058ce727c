import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, type Line } from "../../src/live/connection";

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push((JSON.parse(text) as { type: string }).type);
  }
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  close(): void {
    this.lose(1000);
  }
  lose(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

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
    since: () => 0,
  });
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("who has joined calls again at once; the old line's end says nothing", async () => {
  FakeSocket.all[0]?.open();
  connection.reconnect();
  expect(FakeSocket.all).toHaveLength(2);
  expect(lines).toEqual(["connecting"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all).toHaveLength(2);
});

test("who was refused at the door can call again, and what he asked for is sent after hello", () => {
  FakeSocket.all[0]?.open();
  FakeSocket.all[0]?.lose(1008);
  expect(lines).toEqual(["refused"]);
  connection.reconnect();
  void connection.do({ type: "sit" });
  const again = FakeSocket.all[1];
  expect(again?.sent).toEqual([]);
  again?.open();
  expect(again?.sent).toEqual(["hello", "do"]);
});

test("a retry that was waiting is not made beside it", async () => {
  FakeSocket.all[0]?.lose(1006);
  connection.reconnect();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(FakeSocket.all).toHaveLength(2);
});
