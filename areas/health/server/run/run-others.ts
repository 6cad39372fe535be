// Runs the checks that another check contains, one after the other, against the objects that it created. Their results are
// part of its outcome.
import type { Json } from "#language/columns.ts";
import { CheckInvalid } from "../check-kind.ts";
import { writtenChecks } from "../spec/written-checks.ts";
import { ordered } from "./order.ts";
import type { CheckResult, NamedResult } from "./result.ts";
import type { RunnableCheck } from "./runnable.ts";
import { outputOf } from "./expression-values.ts";

export async function runOthers(
  spec: Readonly<Record<string, unknown>>,
  within: RunnableCheck,
  run: (check: RunnableCheck, outputs: Readonly<Record<string, unknown>>) => Promise<CheckResult>,
): Promise<NamedResult[]> {
  const canary = { ...within.canary, spec, isCreated: true };
  const checks = writtenChecks({ spec: spec as Json, namespace: canary.namespace }).map(
    ({ type, name, spec: written, labels }): RunnableCheck => ({
      id: within.id,
      type,
      name,
      spec: written,
      labels: { ...within.labels, ...labels },
      canary,
    }),
  );
  const outputs: Record<string, unknown> = {};
  const done: NamedResult[] = [];
  for (const { check, wrong } of ordered(checks)) {
    if (wrong !== undefined) throw new CheckInvalid(`${check.name}: ${wrong}`);
    if (check.type === within.type)
      throw new CheckInvalid(`A check of the type ${check.type} cannot contain checks of the same type.`);
    const result = await run(check, outputs);
    outputs[check.name] = outputOf(result);
    done.push({ ...result, name: check.name, type: check.type });
  }
  return done;
}
