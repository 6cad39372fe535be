// Validates a canary that the server itself is about to store, on behalf of a check or a component.
import type { Json } from "#language/columns.ts";
import { Problem } from "#language/problem.ts";
import { becomesReference } from "#server/spec/fill.ts";
import { visitSpec, type SpecNode } from "#server/spec/visit.ts";
import { refuseBadDependencies } from "./dependencies.ts";
import { canarySpec } from "../spec/canary.ts";
import { actingType } from "../spec/only-admins.ts";
import { writtenChecks } from "../spec/written-checks.ts";

/**
 * Returns why the canary cannot be stored. In a spec from external data, kinds that run commands or read local files
 * are rejected, because only administrators may write such checks. References are rejected as well, because the canary
 * would send credentials of Quarterdeck to an address that the data chooses.
 */
export function faultOfCanary(
  { name, namespace, spec }: { name: string; namespace: string; spec: unknown },
  { isExternal }: { isExternal: boolean },
): string | undefined {
  const acting = isExternal ? actingType(spec) : undefined;
  if (acting !== undefined)
    return `The canary ${name} would contain checks of the type ${acting}, which only administrators may write.`;
  const reference = isExternal ? referenceIn(spec) : undefined;
  if (reference !== undefined)
    return `The canary ${name} cannot be stored: ${reference} refers to a connection or a secret, and external data must not contain references. Write such a canary in a spec.`;
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

const id = /^\s*[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\s*$/i;

/** Returns the path of the first reference to a connection, a secret or any other stored value. */
function referenceIn(spec: unknown): string | undefined {
  const found: string[] = [];
  visitSpec(canarySpec, spec, true, (node) => {
    if (isReference(node)) found.push(node.path.join("."));
    return true;
  });
  return found[0];
}

function isReference({ path, value, marks }: SpecNode): boolean {
  const key = path.at(-1);
  if (key === "valueFrom") return value !== null;
  if (typeof value !== "string") return false;
  // The fields of an address also accept the id of a connection.
  const isAddress = key === "url" || key === "connection" || marks.field === "connection";
  return becomesReference("", value) || (isAddress && id.test(value));
}
