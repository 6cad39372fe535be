// How many requests are under way: nothing was asked yet, something is asked, or all of it is here.

export type LoadingState = "idle" | "loading" | "loaded";

export class LoadingCounter {
  #count = 0;
  #state: LoadingState = "idle";
  #listeners = new Set<() => void>();

  state = () => this.#state;

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  begin() {
    this.#set(this.#count + 1);
  }

  /** An end without a beginning is none: the count never goes below zero. */
  end() {
    if (this.#count > 0) this.#set(this.#count - 1);
  }

  #set(count: number) {
    this.#count = count;
    const state = count > 0 ? "loading" : "loaded";
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** Of the whole console. */
export const loading = new LoadingCounter();
