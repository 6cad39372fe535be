// How many checks run at once: in all, against one host, and of one kind. Who finds no room waits his turn among those who want
// the same; nobody waits behind those who want something else.
export interface Limits {
  total: number;
  perHost: number;
  ofType(type: string): number;
}

export interface Wanted {
  type: string;
  host: string | undefined;
}

export interface Caps {
  /** Settles with what gives the place back; undefined when there was none within that time, or nobody wants it any more. */
  take(wanted: Wanted, options: { withinMs: number; signal: AbortSignal }): Promise<(() => void) | undefined>;
  readonly running: number;
  readonly waiting: number;
}

interface Waiter {
  wanted: Wanted;
  begin(): void;
}

/** What the limits are is asked each time. */
export function createCaps(limits: Limits): Caps {
  const hosts = new Map<string, number>();
  const types = new Map<string, number>();
  /** By what they want, each in the order of their coming. */
  const queues = new Map<string, Set<Waiter>>();
  let running = 0;
  let waiting = 0;

  const hasRoom = ({ type, host }: Wanted) =>
    running < limits.total &&
    (host === undefined || (hosts.get(host) ?? 0) < limits.perHost) &&
    (types.get(type) ?? 0) < limits.ofType(type);

  function occupy({ type, host }: Wanted): () => void {
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
      letIn();
    };
  }

  function letIn(): void {
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
