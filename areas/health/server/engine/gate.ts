// Starts runs a few at a time. When thousands are due at once, each would otherwise compete with all others in the middle of
// its work: it would measure the congestion, and hold its resources for longer. A run that takes longer than `freshMs`
// mostly waits for its target and no longer counts, so runs that hang block no others.
export interface GateLimits {
  /** How many runs may be fresh at once. */
  maxFresh: number;
  /** How long a run counts as fresh after its start. */
  freshMs: number;
}

export interface Gate {
  /** Starts the work at once, or when there is room. */
  enter(work: () => Promise<void>): void;
}

export function createGate({ maxFresh, freshMs }: GateLimits): Gate {
  const waiting = new Set<() => Promise<void>>();
  /** In order of their start. */
  const fresh = new Map<() => Promise<void>, number>();
  let timer: NodeJS.Timeout | undefined;

  function begin(work: () => Promise<void>): void {
    fresh.set(work, performance.now());
    void work().finally(() => {
      if (fresh.delete(work)) startWaiting();
    });
  }

  function startWaiting(): void {
    for (const work of waiting) {
      if (fresh.size >= maxFresh) break;
      waiting.delete(work);
      begin(work);
    }
    if (waiting.size > 0) timer ??= setTimeout(age, freshMs);
  }

  function age(): void {
    timer = undefined;
    const before = performance.now() - freshMs;
    for (const [work, startedAt] of fresh) {
      if (startedAt > before) break;
      fresh.delete(work);
    }
    startWaiting();
  }

  return {
    enter(work) {
      waiting.add(work);
      startWaiting();
    },
  };
}
