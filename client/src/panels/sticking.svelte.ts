/**
 * Keeps a list that grows at its end scrolled to the end, unless its reader has scrolled up.
 * Make it while a component is made; bind `element` to what scrolls.
 */
export class Sticking {
  element = $state<HTMLElement>();
  atEnd = $state(true);

  /** `grows` is read to notice that there is more. */
  constructor(grows: () => unknown) {
    $effect(() => {
      grows();
      const element = this.element;
      if (!element) return;
      // What is small now may be wide later: keep to the end when the box changes too.
      const sizes = new ResizeObserver(() => this.#keep());
      sizes.observe(element);
      // In the next frame, where the page is laid out anyway.
      const frame = requestAnimationFrame(() => this.#keep());
      return () => {
        cancelAnimationFrame(frame);
        sizes.disconnect();
      };
    });
  }

  scrolled = (): void => {
    const element = this.element;
    if (element) this.atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 24;
  };

  toEnd(): void {
    this.atEnd = true;
    this.#keep();
    this.element?.focus({ preventScroll: true });
  }

  #keep(): void {
    if (this.atEnd && this.element) this.element.scrollTop = this.element.scrollHeight;
  }
}
