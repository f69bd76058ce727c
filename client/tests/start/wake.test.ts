import { afterEach, expect, test, vi } from "vitest";
import { keepAwake, missing } from "../../src/lib/wake";

afterEach(() => vi.unstubAllGlobals());

/** A browser that lets the screen be kept on, or not, at a safe address, or not. */
function browser(locks: { request: () => Promise<unknown> } | null, secure: boolean): void {
  vi.stubGlobal("isSecureContext", secure);
  vi.stubGlobal("navigator", locks ? { wakeLock: locks } : {});
}

test("the screen stays on until it need not any more", async () => {
  const release = vi.fn();
  browser({ request: () => Promise.resolve({ release }) }, true);
  const stop = keepAwake();
  await Promise.resolve();
  expect(release).not.toHaveBeenCalled();
  stop();
  expect(release).toHaveBeenCalledOnce();
});

test("a lock that comes too late is given back", async () => {
  const release = vi.fn();
  browser({ request: () => Promise.resolve({ release }) }, true);
  keepAwake()();
  await Promise.resolve();
  expect(release).toHaveBeenCalledOnce();
});

test("it is taken again when the page is shown again", async () => {
  const request = vi.fn(() => Promise.resolve({ release: vi.fn() }));
  browser({ request }, true);
  const stop = keepAwake();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(request).toHaveBeenCalledTimes(2);
  await Promise.resolve();
  stop();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(request).toHaveBeenCalledTimes(2);
});

test("a browser that refuses is left alone", async () => {
  browser(
    { request: () => Promise.reject(new DOMException("low battery", "NotAllowedError")) },
    true,
  );
  const stop = keepAwake();
  await Promise.resolve();
  expect(stop).not.toThrow();
});

test("where something is missing, it is said why", () => {
  browser(null, false);
  expect([missing.awake(), missing.share()]).toEqual(["insecure", "insecure"]);
  browser(null, true);
  expect([missing.awake(), missing.share()]).toEqual(["unsupported", "unsupported"]);
  browser({ request: () => Promise.resolve({}) }, true);
  expect(missing.awake()).toBeNull();
});
