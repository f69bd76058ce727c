import type {
  About,
  Admitted,
  Health,
  Make,
  OwnOdds,
  Problem,
  Ruleset,
  Summary,
} from "../wire.gen";

/** The server said no, or could not be reached (`code` is then `unreachable`). */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Asks the server for JSON; raises `ApiError`. */
export async function ask<T>(path: string, body?: unknown): Promise<T> {
  const init: RequestInit =
    body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    throw new ApiError("unreachable", String(error));
  }
  if (response.ok) {
    try {
      return (await response.json()) as T;
    } catch (error) {
      // It broke off, or something on the way has answered in the server's place.
      throw new ApiError("unreachable", String(error));
    }
  }
  const problem = (await response.json().catch(() => null)) as Problem | null;
  throw new ApiError(problem?.code ?? "fault", problem?.message ?? response.statusText);
}

const at = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;

export const api = {
  make: (wish: Make) => ask<Admitted>("/api/tables", wish),
  look: (table: string) => ask<Summary>(at(table)),
  join: (table: string, name: string, pin: string | null = null) =>
    ask<Admitted>(`${at(table)}/join`, { name, pin }),
  link: (table: string, person: string | null = null) =>
    ask<{ secret: string }>(`${at(table)}/link`, { person }),
  claim: (table: string, secret: string) => ask<Admitted>(`${at(table)}/claim`, { secret }),
  odds: (table: string) => ask<OwnOdds>(`${at(table)}/odds`),
  presets: () => ask<Ruleset[]>("/api/presets"),
  health: () => ask<Health>("/api/health"),
  about: () => ask<About>("/api/about"),
};
