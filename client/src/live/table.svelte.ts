import type { Command, Done, News, Refused, Said, State, TableView } from "../wire.gen";
import type { FromServer } from "../wire.gen";
import { api } from "../lib/api";
import { Connection, type Line } from "./connection";
import { running, told, type Told } from "./story";

/** A state that has just come, told before the page shows it. */
export type Hear = (view: TableView, events: readonly News[], before: TableView | null) => void;

const LOOK_AGAIN_MS = 4_000;

/**
 * A live table as this browser knows it. The newest state replaces everything older; the
 * events in it are for motion, sound and the story only.
 */
export class LiveTable {
  readonly id: string;
  line = $state<Line>("connecting");
  view = $state.raw<TableView | null>(null);
  /** What happened since the state before. */
  events = $state.raw<readonly News[]>([]);
  /** All that was seen of the deal that goes on, or has just ended. */
  running = $state.raw<readonly News[]>([]);
  story = $state.raw<readonly Told[]>([]);
  /** How many of the story's newest entries the felt has not shown yet. */
  held = $state(0);
  chat = $state.raw<readonly Said[]>([]);
  /** Another device of the same person plays. */
  elsewhere = $state(false);
  /** The server said that it stops for a moment. */
  closing = $state(false);
  /** Why the server does not let us in, or what it refused last. */
  refused = $state.raw<Refused | null>(null);
  /** The server's clock minus ours, in ms. */
  ahead = $state(0);

  #connection: Connection;
  #hearers = new Set<Hear>();
  #chatNumber = -1;
  #look: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    this.id = id;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/api/tables/${encodeURIComponent(id)}/socket`;
    this.#connection = new Connection(address, {
      line: (line) => {
        this.line = line;
        if (line === "open") this.closing = false;
      },
      message: (message) => this.#hear(message),
      since: () => this.view?.version ?? 0,
    });
  }

  /** Carries a command out and resolves with the answer; a refusal also stands in `refused`. */
  async do(command: Command): Promise<Done | Refused> {
    const answer = await this.#connection.do(command);
    this.refused = answer.type === "refused" ? answer : null;
    return answer;
  }

  say(text: string): boolean {
    return this.#connection.say({ type: "say", text });
  }

  emote(code: string): boolean {
    return this.#connection.say({ type: "emote", code });
  }

  takeBack(): void {
    if (this.#connection.say({ type: "take_back" })) this.elsewhere = false;
  }

  /** Come again as whoever one is now: after joining, and after a personal link. */
  reconnect(): void {
    this.refused = null;
    this.elsewhere = false;
    this.#connection.reconnect();
  }

  /** Be told of each state before it is shown; returns how to stop. */
  hear(hearer: Hear): () => void {
    this.#hearers.add(hearer);
    return () => this.#hearers.delete(hearer);
  }

  close(): void {
    clearTimeout(this.#look);
    this.refused = null; // so that no look that is under way begins another
    this.#connection.close();
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        this.elsewhere = false; // the newest line plays, and this is it
        this.ahead = message.now - Date.now();
        break;
      case "pong":
        this.ahead = message.now - Date.now();
        break;
      case "state":
        this.#show(message);
        break;
      case "said":
        if (message.number > this.#chatNumber) {
          this.#chatNumber = message.number;
          this.chat = [...this.chat, message].slice(-200);
        }
        break;
      case "elsewhere":
        this.elsewhere = true;
        break;
      case "closing":
        this.closing = true;
        break;
      case "refused":
        this.refused = message;
        if (message.code === "elsewhere") this.elsewhere = true;
        if (message.code === "no_database") this.#lookAgain();
        break;
      case "done":
        break;
    }
  }

  /** Where nothing happens no state will come: ask now and then whether the outage is over. */
  #lookAgain(): void {
    clearTimeout(this.#look);
    this.#look = setTimeout(() => {
      if (this.refused?.code !== "no_database" || this.line !== "open") return;
      api.health().then(
        () => {
          if (this.refused?.code === "no_database") this.refused = null;
        },
        () => this.#lookAgain(),
      );
    }, LOOK_AGAIN_MS);
  }

  #show({ view, events, now }: State): void {
    const before = this.view;
    this.ahead = now - Date.now();
    // The running deal is told once more to whoever comes back as somebody else, or takes his
    // seat back: nothing of it has happened just now.
    const again = before !== null && before.version === view.version;
    if (this.refused?.code === "no_database") this.refused = null; // it is back
    const fresh = before === null || before.you !== view.you || again;
    for (const hearer of this.#hearers) hearer(view, fresh ? [] : events, before);
    if (!again) this.story = told(before === null ? [] : this.story, view, events);
    this.running = running(fresh ? [] : this.running, events);
    this.events = fresh ? [] : events;
    this.view = view;
  }
}
