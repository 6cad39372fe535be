// Pauses requests during sign-out: requests that are pending when the session ends would fail and be logged in the
// browser console. If sign-out fails, the page continues.

let over: Promise<void> | undefined;
let resume = () => {};
let next = new AbortController();

export const requestPause = {
  isOn: () => over !== undefined,
  /** A signal that is aborted when the next pause begins. */
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
