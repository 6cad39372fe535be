// The result of a run that told nothing about what it checks, for a fault of ours.
import { bareResult, type CheckResult } from "../run/result.ts";

export const couldNotCheck = (reason: string, start = new Date()): CheckResult => ({
  ...bareResult("could_not_check", start),
  error: reason,
});
