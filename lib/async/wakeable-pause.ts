// A pause for loops that wait for a time or for a notification, whichever comes first.

export interface WakeablePause {
  /** Resolves after `ms`, after `wake`, or when the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Ends the current pause. Without a current pause, the next pause ends immediately, so that no notification is lost.
   */
  wake(): void;
}

export function createWakeablePause(): WakeablePause {
  let isWoken = false;
  let end: (() => void) | undefined;
  return {
    async wait(ms, signal) {
      if (!isWoken && !signal?.aborted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => (clearTimeout(timer), resolve());
          signal?.addEventListener("abort", end, { once: true });
        });
      if (end) signal?.removeEventListener("abort", end);
      end = undefined;
      isWoken = false;
    },
    wake() {
      isWoken = true;
      end?.();
    },
  };
}
