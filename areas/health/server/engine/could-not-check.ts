// The result of a run that told nothing about what it checks, for a fault of ours.
import type { CheckResult } from "../run/result.ts";

export const couldNotCheck = (reason: string, start = new Date()): CheckResult => ({
  verdict: "could_not_check",
  isInvalid: false,
  start,
  durationMs: 0,
  message: "",
  error: reason,
  detail: null,
  data: {},
  labels: {},
  metrics: [],
  artifacts: [],
});
