/**
 * Runs what nobody waits for once all that has changed until now is on the screen. Returns how
 * to call it off. A page that is not looked at does it when it is looked at again.
 */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(run)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
