import { newId } from "../lib/ids";
import type { Command, Done, FromClient, FromServer, Refused } from "../wire.gen";
import { PROTOCOL } from "../wire.gen";

export type Line = "connecting" | "open" | "lost" | "refused";

/** What a connection tells whoever holds it. */
export interface Listener {
  line(line: Line): void;
  message(message: FromServer): void;
  /** The version that the first state after a reconnect may start from. */
  since(): number;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const PING_EVERY_MS = 10_000;
const DEAD_AFTER_MS = 15_000;
/** Refusals after which the same is sent again, under the same id, until it has another answer. */
const LATER: ReadonlySet<string> = new Set(["too_often", "no_database"]);

interface Waiting {
  text: string;
  answer(answer: Done | Refused): void;
}

/**
 * One table's socket. It comes back by itself, and sends again, under the same id, what had no
 * answer: the server does nothing twice (docs/protocol.md).
 */
export class Connection {
  #socket: WebSocket | null = null;
  #waiting = new Map<string, Waiting>();
  #wait = FIRST_WAIT_MS;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #later: ReturnType<typeof setTimeout> | undefined;
  #pings: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  /** When the oldest ping was sent that has no answer. */
  #asked = 0;
  #over = false;

  constructor(
    readonly address: string,
    private readonly listener: Listener,
  ) {
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  /** Carries a command out; resolves with the server's answer, however long the line is dead. */
  do(command: Command): Promise<Done | Refused> {
    const id = newId();
    const text = JSON.stringify({ type: "do", id, command } satisfies FromClient);
    return new Promise((answer) => {
      this.#waiting.set(id, { text, answer });
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
    });
  }

  /** Says something that needs no answer; `false` if the line is dead. */
  say(message: FromClient): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Calls again at once, as whoever one is now: who has just joined has a cookie he had not. */
  reconnect(): void {
    const before = this.#socket;
    this.#socket = null;
    before?.close();
    clearInterval(this.#pings);
    this.#wait = FIRST_WAIT_MS;
    this.listener.line("connecting");
    this.#connect();
  }

  close(): void {
    this.#over = true;
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    clearTimeout(this.#retry);
    clearTimeout(this.#later);
    clearInterval(this.#pings);
    this.#socket?.close();
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#asked = 0;
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#heard = Date.now();
      const hello = { type: "hello", protocol: PROTOCOL, since: this.listener.since() } as const;
      socket.send(JSON.stringify(hello satisfies FromClient));
      for (const { text } of this.#waiting.values()) socket.send(text);
      clearInterval(this.#pings);
      this.#pings = setInterval(() => this.#watch(), PING_EVERY_MS);
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(String(event.data));
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lose(event.code);
    };
  }

  #hear(text: string): void {
    this.#heard = Date.now();
    const message = JSON.parse(text) as FromServer;
    if (message.type === "welcome") {
      this.#wait = FIRST_WAIT_MS;
      this.listener.line("open");
    }
    if (message.type === "refused" && LATER.has(message.code)) {
      this.#later ??= setTimeout(() => this.#again(), 1_000);
      if (message.id !== null) return; // it is sent again, so this is not its answer
    }
    this.listener.message(message);
    if (message.type === "done" || message.type === "refused") {
      const id = message.id;
      const waiting = id === null ? undefined : this.#waiting.get(id);
      if (id !== null && waiting) {
        this.#waiting.delete(id);
        waiting.answer(message);
      }
    }
  }

  /** Once for all that was refused in this second: each alone would send all, and twice as many. */
  #again(): void {
    this.#later = undefined;
    for (const { text } of this.#waiting.values())
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  /**
   * Asks whether the line is alive. Only a question without an answer says that it is dead: a page
   * that slept has heard nothing either. Nobody waits for the browser to take leave of it, which
   * may last a minute.
   */
  #watch(): void {
    const asked = this.#asked;
    if (asked > this.#heard && Date.now() - asked > DEAD_AFTER_MS) {
      const dead = this.#socket;
      this.#lose(1006);
      dead?.close();
    } else if (this.say({ type: "ping" }) && asked <= this.#heard) this.#asked = Date.now();
  }

  #lose(code: number): void {
    clearInterval(this.#pings);
    this.#socket = null;
    this.#asked = 0;
    if (this.#over) return;
    if (code === 1008) {
      this.listener.line("refused");
      return;
    }
    this.listener.line("lost");
    const wait = this.#wait * (0.75 + Math.random() / 2);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  /** The phone is awake or has a network again: no need to wait any longer. */
  #hurry = (): void => {
    if (document.visibilityState !== "visible") return;
    if (this.#retry === undefined) return this.#watch();
    this.#wait = FIRST_WAIT_MS;
    this.#connect();
  };
}
