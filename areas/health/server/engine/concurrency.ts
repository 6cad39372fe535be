// Limits how many checks run at once: slots in total, per host and per kind, and a gate that starts a few runs at a
// time.

// Limits concurrent runs. A check without a free slot waits in the queue of its kind and host, so it does not delay
// checks of other hosts.

export interface Limits {
  total: number;
  perHost: number;
  perType(type: string): number;
}

export interface SlotRequest {
  type: string;
  host: string | undefined;
}

export interface Caps {
  /**
   * Resolves with a function that frees the slot; undefined if no slot became free in time, or if the wait was aborted.
   */
  take(wanted: SlotRequest, options: { withinMs: number; signal: AbortSignal }): Promise<(() => void) | undefined>;
  readonly running: number;
  readonly waiting: number;
}

interface Waiter {
  wanted: SlotRequest;
  begin(): void;
}

/** Reads `limits` on every call, because they can change. */
export function createCaps(limits: Limits): Caps {
  const hosts = new Map<string, number>();
  const types = new Map<string, number>();
  /** Queues by kind and host, each in order of arrival. */
  const queues = new Map<string, Set<Waiter>>();
  let running = 0;
  let waiting = 0;

  const hasRoom = ({ type, host }: SlotRequest) =>
    running < limits.total &&
    (host === undefined || (hosts.get(host) ?? 0) < limits.perHost) &&
    (types.get(type) ?? 0) < limits.perType(type);

  function occupy({ type, host }: SlotRequest): () => void {
    running += 1;
    add(types, type, 1);
    if (host !== undefined) add(hosts, host, 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      add(types, type, -1);
      if (host !== undefined) add(hosts, host, -1);
      startWaiting();
    };
  }

  function startWaiting(): void {
    for (const queue of queues.values())
      for (const waiter of queue) {
        if (running >= limits.total) return;
        if (!hasRoom(waiter.wanted)) break;
        waiter.begin();
      }
  }

  return {
    async take(wanted, { withinMs, signal }) {
      if (signal.aborted) return undefined;
      if (hasRoom(wanted)) return occupy(wanted);
      const key = `${wanted.type}\0${wanted.host ?? ""}`;
      const queue = queues.get(key) ?? new Set<Waiter>();
      queues.set(key, queue);
      waiting += 1;
      return new Promise((resolve) => {
        const leave = () => {
          clearTimeout(late);
          signal.removeEventListener("abort", giveUp);
          waiting -= 1;
          queue.delete(waiter);
          if (queue.size === 0) queues.delete(key);
        };
        const giveUp = () => (leave(), resolve(undefined));
        const waiter: Waiter = { wanted, begin: () => (leave(), resolve(occupy(wanted))) };
        const late = setTimeout(giveUp, withinMs);
        signal.addEventListener("abort", giveUp, { once: true });
        queue.add(waiter);
      });
    },
    get running() {
      return running;
    },
    get waiting() {
      return waiting;
    },
  };
}

function add(counts: Map<string, number>, key: string, more: number): void {
  const count = (counts.get(key) ?? 0) + more;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

// The gate limits how many runs start at once. If thousands of due runs started together, they would compete for the
// processor, measure that delay as part of their result, and hold their resources for longer. A run that takes longer
// than `freshMs` mostly waits for its target and no longer counts, so hanging runs do not block others.

export interface GateLimits {
  /** Maximum number of fresh runs at once. */
  maxFresh: number;
  /** How long after its start a run counts as fresh, in milliseconds. */
  freshMs: number;
}

export interface Gate {
  /** Starts the work immediately, or as soon as there is room. */
  enter(work: () => Promise<void>): void;
}

export function createGate({ maxFresh, freshMs }: GateLimits): Gate {
  const waiting = new Set<() => Promise<void>>();
  /** Start times of the fresh runs, in order of their start. */
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
