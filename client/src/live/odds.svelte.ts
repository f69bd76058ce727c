/** One's own chance, where the host wants it told: the server works it out, the page only asks. */
import { api } from "../lib/api";
import type { TableView } from "../wire.gen";

/** What the chance depends on: hand, board, players left; empty where there is none to ask for. */
export function asked({ settings, deal, session, number }: TableView): string {
  const me = deal?.position == null ? undefined : deal.players[deal.position];
  if (!settings.odds || !deal || deal.over || !me?.live || !me.cards.length) return "";
  const turned = deal.board.filter((card) => card !== null).length;
  const seen = deal.players.filter((player) => player.live).map(({ cards }) => cards[0] !== null);
  return `${session}.${number}.${turned}.${seen.join()}`;
}

const AGAIN_MS = 3_000;
const TRIES = 5;

export class OwnChance {
  readonly table: string;
  /** Whether there is a chance to show; until the answer has come `share` is null. */
  wanted = $state(false);
  share = $state<number | null>(null);
  #asked = "";

  constructor(table: string) {
    this.table = table;
  }

  /** Asks again if something has changed that the chance depends on. */
  follow(view: TableView): void {
    const now = asked(view);
    if (now === this.#asked) return;
    this.#asked = now;
    this.wanted = now !== "";
    this.share = null;
    if (now) void this.#ask(now);
  }

  async #ask(about: string, tries = TRIES): Promise<void> {
    // Whatever the server refuses or cannot say now is simply not shown.
    const answer = await api.odds(this.table).catch(() => null);
    if (this.#asked !== about) return;
    this.share = answer?.share ?? null;
    // It may be too often, or a line that broke: there is time until the next card.
    if (answer === null && tries > 1)
      setTimeout(() => this.#asked === about && void this.#ask(about, tries - 1), AGAIN_MS);
  }
}
