import { printDollars } from "#console/widgets/cost/cost.ts";
import type { ActionRow, ModelCall } from "../runs/run-query.ts";

/** The tokens of all language model calls, and their cost if prices are known. Undefined if there were no calls. */
export function modelUsage(actions: readonly Pick<ActionRow, "generation">[]): string | undefined {
  const calls = actions.flatMap(({ generation }) => (Array.isArray(generation) ? (generation as ModelCall[]) : []));
  if (calls.length === 0) return undefined;
  const sum = (field: keyof ModelCall) => calls.reduce((total, call) => total + (call[field] ?? 0), 0);
  const isPriced = calls.some(({ cost }) => typeof cost === "number");
  return [
    ...(isPriced ? [printDollars(sum("cost"))] : []),
    `${sum("inputTokens").toLocaleString("en")} input tokens`,
    `${sum("outputTokens").toLocaleString("en")} output tokens`,
  ].join(", ");
}
