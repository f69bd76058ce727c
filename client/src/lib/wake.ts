/** What only some browsers and addresses allow: keeping the screen on, sharing, installing. */

/** Why something is not offered here; `null`: it is. */
export type Missing = "insecure" | "unsupported" | null;

const without = (there: boolean): Missing =>
  there ? null : window.isSecureContext ? "unsupported" : "insecure";

export const missing = {
  awake: (): Missing => without("wakeLock" in navigator),
  share: (): Missing => without("share" in navigator),
} as const;

/** Keeps the screen on; returns how to let it go dark again. Does nothing where it cannot. */
export function keepAwake(): () => void {
  if (missing.awake() !== null) return () => undefined;
  let lock: WakeLockSentinel | null = null;
  let over = false;

  async function take(): Promise<void> {
    if (over || document.visibilityState !== "visible") return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (over) void lock.release();
    } catch (error) {
      if (!(error instanceof DOMException)) throw error; // the battery is low: so be it
    }
  }
  const again = (): void => void take();
  // The browser takes the lock away when the page is hidden.
  document.addEventListener("visibilitychange", again);
  void take();
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", again);
    void lock?.release();
  };
}

/** The question whether to install, which the browser keeps for us; not in TypeScript's DOM. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

export type Installing = "ready" | "menu" | "installed" | "insecure";

let question: InstallPrompt | null = null;
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  question = event as InstallPrompt;
});

/** Whether the page can be installed as an app now: by `install`, or in the browser's menu. */
export function installing(): Installing {
  if (matchMedia("(display-mode: standalone)").matches) return "installed";
  if (!window.isSecureContext) return "insecure";
  return question ? "ready" : "menu";
}

/** Lets the browser ask whether to install. */
export async function install(): Promise<void> {
  await question?.prompt();
  question = null;
}
