/** Why something was refused, in a sentence, from the code that the server sends. */
import type { Action, Legal } from "../wire.gen";
import { allowed } from "./actions";
import type { Catalogue } from "./catalogue.svelte";

/** What the server says of a refusal: the message `refused`, or a `Problem` of HTTP. */
export interface Refusal {
  readonly code: string;
  readonly allowed?: Legal | null;
}

/** Codes whose sentences say what was tried. */
const NAMES_TRIED = new Set(["raise_too_small", "raise_too_large"]);

/** Why, and what is allowed instead; `tried` is the action that was refused, where it was one. */
export function refusal(w: Catalogue, refused: Refusal, tried?: Action): string {
  const why = because(w, refused, tried);
  if (!refused.allowed) return why;
  return w.t("refusal.allowed", { why, allowed: allowed(w, refused.allowed, null) });
}

function because(w: Catalogue, { code, allowed: legal }: Refusal, tried?: Action): string {
  if (code === "unreachable") return w.t("browser.problem.unreachable");
  const [least, most] = legal?.raise_to ?? [0, 0];
  const to = tried?.type === "raise" ? tried.to : undefined;
  const byRules = `refusal.${code}` as const;
  const sayable = to !== undefined || !NAMES_TRIED.has(code);
  if (w.knows(byRules) && byRules !== "refusal.allowed" && sayable) {
    return w.t(byRules, { to: to ?? 0, least, most });
  }
  const byTable = `error.table.${code}` as const;
  if (w.knows(byTable)) return w.t(byTable);
  const bySession = `error.session.${code}` as const;
  if (w.knows(bySession)) return w.t(bySession);
  const option = `option.${code}` as const;
  return w.knows(option) ? w.t("error.rules", { option: w.t(option) }) : w.t("error.table");
}
