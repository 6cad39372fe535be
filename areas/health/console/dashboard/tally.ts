// Counts checks by health, and derives the health of a group.
import { type CheckHealth, checkHealths, rollUp } from "../../model.ts";
import { type Check, healthAt } from "./check.ts";

export type Tally = Record<CheckHealth, number>;
export type GroupHealth = CheckHealth | "mixed";

export const NO_TALLY: Readonly<Tally> = { healthy: 0, unhealthy: 0, unknown: 0, maintenance: 0, paused: 0 };

export const addTo = (tally: Tally, health: CheckHealth) => void (tally[health] += 1);

export const sizeOf = (tally: Readonly<Tally>) => checkHealths.reduce((sum, health) => sum + tally[health], 0);

export function tallyOf(checks: readonly Check[], now: number): Tally {
  const tally = { ...NO_TALLY };
  for (const check of checks) addTo(tally, healthAt(check, now));
  return tally;
}

/** The health of a group. */
export const groupHealth = (tally: Readonly<Tally>): GroupHealth =>
  rollUp(checkHealths.filter((health) => tally[health] > 0));
