/** Where the reader is: the path of the address, and what follows `#`. */
class Route {
  path = $state(location.pathname);
  hash = $state(location.hash);

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("hashchange", () => this.#read());
    document.addEventListener("click", (event) => this.#follow(event));
  }

  #read(): void {
    this.path = location.pathname;
    this.hash = location.hash;
  }

  /** Go to another page of ours. */
  go(to: string, how: "push" | "replace" = "push"): void {
    if (how === "push") history.pushState(null, "", to);
    else history.replaceState(null, "", to);
    this.#read();
    const anchor = this.hash ? document.getElementById(this.hash.slice(1)) : null;
    if (anchor) anchor.scrollIntoView();
    else scrollTo(0, 0);
  }

  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download")) return;
    const to = new URL(link.href, location.href);
    if (to.origin !== location.origin || to.pathname.startsWith("/api/")) return;
    event.preventDefault();
    this.go(to.pathname + to.search + to.hash);
  }
}

export const route = new Route();
export const go = (to: string, how: "push" | "replace" = "push"): void => route.go(to, how);
