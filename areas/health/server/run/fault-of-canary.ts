// Judges a canary that the server itself is about to store, on behalf of a check or a component.
import type { Json } from "#language/columns.ts";
import { Problem } from "#language/problem.ts";
import { refuseBadDependencies } from "./dependencies.ts";
import { canarySpec } from "../spec/canary.ts";
import { actingType } from "../spec/only-admins.ts";
import { writtenChecks } from "../spec/written-checks.ts";

/**
 * Returns why the canary cannot be stored. In a spec that comes from external data, kinds that run commands or read local
 * files are refused: only administrators may write such checks.
 */
export function faultOfCanary(
  { name, namespace, spec }: { name: string; namespace: string; spec: unknown },
  { isExternal }: { isExternal: boolean },
): string | undefined {
  const acting = isExternal ? actingType(spec) : undefined;
  if (acting !== undefined)
    return `The canary ${name} would contain checks of the type ${acting}, which only administrators may write.`;
  const parsed = canarySpec.safeParse(spec);
  if (!parsed.success)
    return `The canary ${name} cannot be stored: ${parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; ")}.`;
  try {
    refuseBadDependencies(writtenChecks({ spec: spec as Json, namespace }));
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return `The canary ${name} cannot be stored: ${error.message}.`;
    throw error;
  }
}
