/**
 * What this browser remembers. A browser that may not remember (private windows, blocked
 * storage) plays just as well and forgets when the page is closed.
 */
export function remembered<T>(name: string, otherwise: T, fits: (value: unknown) => value is T): T {
  try {
    const text = localStorage.getItem(`cincinnati.${name}`);
    const value: unknown = text === null ? otherwise : JSON.parse(text);
    return fits(value) ? value : otherwise;
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return otherwise;
    throw error;
  }
}

export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(`cincinnati.${name}`, JSON.stringify(value));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
