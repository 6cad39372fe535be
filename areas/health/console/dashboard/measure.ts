// The figures by which checks and groups are sorted.
import { uptimeOf } from "../../model.ts";
import { type Check, checkLatency, checkUptime, groupUptime, healthAt } from "./check.ts";
import { groupHealth, type GroupHealth, type Tally, tallyOf } from "./tally.ts";

/** Undefined is sorted last in both directions. */
export type Figure = number | undefined;

export interface Measure {
  checkFigure(check: Check): Figure;
  groupFigure(checks: readonly Check[]): Figure;
}

/** The sort ranks of health values, worst first. */
export const healthRanks: Readonly<Record<GroupHealth, number>> = {
  unhealthy: 0,
  mixed: 1,
  unknown: 2,
  maintenance: 2.5,
  paused: 2.6,
  healthy: 3,
};

export const measures = (now: number): Readonly<Record<string, Measure>> => ({
  health: {
    checkFigure: (check) => healthRanks[healthAt(check, now)],
    groupFigure: (checks) => {
      const tally = tallyOf(checks, now);
      return healthRanks[groupHealth(tally)] - failingShare(tally);
    },
  },
  uptime: { checkFigure: checkUptime, groupFigure: (checks) => uptimeOf(groupUptime(checks)) },
  latency: { checkFigure: checkLatency, groupFigure: (checks) => mean(checks, checkLatency) },
  transition: {
    checkFigure: ({ last_transition_time: at }) => momentOf(at),
    groupFigure: (checks) => momentOf(latestTransition(checks)),
  },
});

/**
 * Smaller than the difference between two ranks, so that it only sorts groups of the same health by the number of
 * failing checks, most first.
 */
const failingShare = ({ unhealthy }: Tally) => unhealthy / (10 * (unhealthy + 1));

const momentOf = (at: string | null): Figure => (at === null ? undefined : Date.parse(at));

export function mean(checks: readonly Check[], read: (check: Check) => Figure): Figure {
  let [sum, count] = [0, 0];
  for (const check of checks) {
    const figure = read(check);
    if (figure === undefined) continue;
    sum += figure;
    count += 1;
  }
  return count === 0 ? undefined : sum / count;
}

/**
 * The latest change of status in a group. The server formats all times in the same way, so they can be compared as
 * strings.
 */
export function latestTransition(checks: readonly Check[]): string | null {
  let latest: string | null = null;
  for (const { last_transition_time: at } of checks) if (at !== null && (latest === null || at > latest)) latest = at;
  return latest;
}

/** A stable sort that reads the figure of each item once. */
export function inOrder<Item>(items: readonly Item[], figureOf: (item: Item) => Figure, isDescending: boolean): Item[] {
  const sign = isDescending ? -1 : 1;
  return items
    .map((item) => ({ item, figure: figureOf(item) }))
    .sort(({ figure: a }, { figure: b }) =>
      a === undefined || b === undefined ? Number(a === undefined) - Number(b === undefined) : sign * (a - b),
    )
    .map(({ item }) => item);
}
