import { api, ApiError } from "../lib/api";
import type { Catalogue } from "../words/catalogue.svelte";

/** Our own, the weakest first; a server may have more. */
const OURS: readonly string[] = ["rookie", "casual", "regular", "strong", "expert"];

/** How strong a bot is, in a word; one of another package has its own name. */
export function strength(w: Catalogue, bot: string): string {
  const key = `browser.bot.${bot}` as const;
  return w.knows(key) ? w.t(key) : bot;
}

/** The bots that this server can seat, the weakest first. */
export async function botsThere(): Promise<readonly string[]> {
  try {
    const { bots } = await api.about();
    return bots.length > 0 ? bots : OURS;
  } catch (error) {
    if (error instanceof ApiError) return OURS;
    throw error;
  }
}
