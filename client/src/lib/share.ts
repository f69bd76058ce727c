/** Links to a table: which address friends can open, and how it gets to them. */

/** Whether a name or an address is this machine's own loopback, which nobody else reaches. */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "[::1]" ||
  hostname.startsWith("127.");

/** To whom a link is of use: everybody, those in the same network, or this machine alone. */
export type Reach = "everybody" | "network" | "machine";

/**
 * The origin under which others reach this server. The page's own is as good as any, unless it
 * is a loopback: then the first of the server's `addresses` that is none.
 */
export function originForOthers(
  here: string,
  addresses: readonly string[],
): { origin: string; reach: Reach } {
  if (!isLoopback(new URL(here).hostname)) return { origin: here, reach: "everybody" };
  const outside = addresses.find(
    (address) => URL.canParse(address) && !isLoopback(new URL(address).hostname),
  );
  return outside === undefined
    ? { origin: here, reach: "machine" }
    : { origin: new URL(outside).origin, reach: "network" };
}

export const tableLink = (origin: string, table: string): string =>
  `${origin}/t/${encodeURIComponent(table)}`;

/** A personal link. The secret stands after `#`, which no browser sends to a server. */
export const personalLink = (origin: string, table: string, secret: string): string =>
  `${tableLink(origin, table)}#claim=${encodeURIComponent(secret)}`;

/** The secret of a personal link; `null` if the address has none. */
export const claimIn = (hash: string): string | null =>
  new URLSearchParams(hash.replace(/^#/, "")).get("claim") || null;

/** Copies a text; `false` if the browser does not let us, so that it has to be selected by hand. */
export async function copy(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    if (window.isSecureContext) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  // Plain HTTP, the family's network at home, has no clipboard; this old way works there.
  field.focus();
  field.select();
  return document.execCommand("copy");
}

/** Opens the share sheet. Closing it again is nobody's fault. */
export async function share(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
