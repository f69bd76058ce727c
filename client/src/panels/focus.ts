/** Focus as the patterns of ARIA want it: tabs by arrows, a dialog that keeps it and gives it back. */

/** To which tab a key goes; `null` if it is none of the keys of tabs. */
export function beside(key: string, at: number, tabs: number): number | null {
  switch (key) {
    case "ArrowRight":
      return (at + 1) % tabs;
    case "ArrowLeft":
      return (at + tabs - 1) % tabs;
    case "Home":
      return 0;
    case "End":
      return tabs - 1;
    default:
      return null;
  }
}

const TARGETS =
  'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea,summary,[tabindex="0"]';

function targets(inside: HTMLElement): HTMLElement[] {
  return [...inside.querySelectorAll<HTMLElement>(TARGETS)].filter(
    (one) => one.tabIndex >= 0 && one.getClientRects().length > 0 && !isPassed(one),
  );
}

/** Of a group of radio buttons the browser's Tab stops at the chosen one only. */
const isPassed = (one: HTMLElement): boolean =>
  one instanceof HTMLInputElement && one.type === "radio" && !one.checked;

/** Keeps the focus in a dialog, closes it by Escape, and gives the focus back at its end. */
export function hold(dialog: HTMLElement, close: () => void): () => void {
  const before = document.activeElement;
  const selected = dialog.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
  (selected ?? dialog).focus();
  const onkeydown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      event.preventDefault();
      close();
    } else if (event.key === "Tab") {
      const all = targets(dialog);
      const [first, last] = [all[0], all.at(-1)];
      const here = document.activeElement;
      const leaves = event.shiftKey ? here === first || here === dialog : here === last;
      if (!leaves && dialog.contains(here)) return;
      event.preventDefault();
      (event.shiftKey ? last : first)?.focus();
    }
  };
  document.addEventListener("keydown", onkeydown);
  return () => {
    document.removeEventListener("keydown", onkeydown);
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
}
