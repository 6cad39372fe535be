import type { Run } from "./check-query.ts";

/** Fewer changes of the result may be one fault and its repair. */
const MIN_CHANGES = 3;

/** The failed runs of a check whose result changes often; undefined for one that fails or passes steadily. */
export function flappingOf(
  runs: readonly Pick<Run, "status" | "could_not_check">[],
): { failed: number; runs: number } | undefined {
  const counted = runs.filter(({ could_not_check: isUnknown }) => !isUnknown);
  const changes = counted.filter(({ status }, index) => index > 0 && status !== counted[index - 1]!.status).length;
  if (changes < MIN_CHANGES) return undefined;
  return { failed: counted.filter(({ status }) => !status).length, runs: counted.length };
}
