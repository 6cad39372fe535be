// Runs begin a few at a time. When thousands are due at once, each would otherwise wait for all the others in the middle of its
// work: what it measures would be the crowd, and everything it holds would be held for longer. A run that takes longer than a
// moment waits for what it looks at, and no longer counts: those that hang keep nobody out.
export interface GateLimits {
  /** So many that have just begun. */
  most: number;
  /** How long one has just begun. */
  freshMs: number;
}

export interface Gate {
  /** Begins the work at once, or when its turn comes. */
  enter(work: () => Promise<void>): void;
}

export function createGate({ most, freshMs }: GateLimits): Gate {
  const waiting = new Set<() => Promise<void>>();
  /** In the order in which they began. */
  const fresh = new Map<() => Promise<void>, number>();
  let timer: NodeJS.Timeout | undefined;

  function begin(work: () => Promise<void>): void {
    fresh.set(work, performance.now());
    void work().finally(() => {
      if (fresh.delete(work)) letIn();
    });
  }

  function letIn(): void {
    for (const work of waiting) {
      if (fresh.size >= most) break;
      waiting.delete(work);
      begin(work);
    }
    if (waiting.size > 0) timer ??= setTimeout(age, freshMs);
  }

  function age(): void {
    timer = undefined;
    const before = performance.now() - freshMs;
    for (const [work, begunAt] of fresh) {
      if (begunAt > before) break;
      fresh.delete(work);
    }
    letIn();
  }

  return {
    enter(work) {
      waiting.add(work);
      letIn();
    },
  };
}
