// Counts pending requests. "idle": no request was sent yet.

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

  /** A call without a matching begin is ignored, so that the count never drops below zero. */
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

/** The counter of the whole console. */
export const loading = new LoadingCounter();
