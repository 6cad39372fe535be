// Sorts queues by the attention they need: failures first, then the amount of work.
import type { SystemQueue } from "../contract.ts";

export interface SplitQueues {
  busy: readonly SystemQueue[];
  /** Sorted by name. */
  idle: readonly SystemQueue[];
}

export function splitQueues(queues: readonly SystemQueue[]): SplitQueues {
  const { busy = [], idle = [] } = Object.groupBy(queues, (queue) =>
    queue.failed + workOf(queue) > 0 ? "busy" : "idle",
  );
  return {
    busy: busy.sort((a, b) => b.failed - a.failed || workOf(b) - workOf(a) || byName(a, b)),
    idle: idle.sort(byName),
  };
}

const workOf = ({ pending, active }: SystemQueue) => pending + active;
const byName = (a: SystemQueue, b: SystemQueue) => a.name.localeCompare(b.name, "en");
