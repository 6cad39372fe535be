// The result of a run that says nothing about the target, because of a fault on our side.
import { bareResult, type CheckResult } from "../run/result.ts";

export const couldNotCheck = (reason: string, start = new Date()): CheckResult => ({
  ...bareResult("could_not_check", start),
  error: reason,
});
