// While the session is being ended this page asks for nothing else: what is on its way when it ends would be refused, and the
// browser would say so to whoever looks at its console. When the session stays after all, the page goes on.

let over: Promise<void> | undefined;
let resume = () => {};
let next = new AbortController();

export const standstill = {
  isOn: () => over !== undefined,
  /** Aborted when the next one begins. */
  signal: () => next.signal,
  over: () => over,
  begin() {
    over ??= new Promise((resolve) => (resume = resolve));
    next.abort();
  },
  end() {
    next = new AbortController();
    over = undefined;
    resume();
  },
};
