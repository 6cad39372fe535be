// The fields of a result that answers and reports contain.
import type { CheckResult } from "./result.ts";

export const answerOf = (result: CheckResult) => ({
  start: result.start.toISOString(),
  duration: result.durationMs,
  pass: result.verdict === "healthy",
  invalid: result.isInvalid,
  could_not_check: result.verdict === "could_not_check",
  message: result.message,
  error: result.error,
});
