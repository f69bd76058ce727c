import { ApiError } from "../lib/api";
import { refusal } from "../words/refusals";
import type { Catalogue } from "../words/catalogue.svelte";

/** Why a request was not granted, in a sentence; anything but `ApiError` is thrown on. */
export function problemText(w: Catalogue, error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return error.code === "unreachable"
    ? w.t("browser.problem.unreachable")
    : refusal(w, { code: error.code });
}
