// Removes credentials from a canary before it is stored: encrypts the credentials of a canary that comes from a file, a
// cluster or a check instead of the data API, and drops the copy of the manifest in its annotations.
import type { Json, Labels } from "#language/columns.ts";
import type { Secrets } from "#server/secrets.ts";
import { writeDocument } from "#server/spec/sealed-columns.ts";
import { canarySpec } from "./canary.ts";

/** Throws a Problem that lists each *** without a stored credential. */
export const sealedCanary = (
  secrets: Secrets,
  id: string,
  spec: unknown,
  stored: { spec: unknown; spec_secrets: string | null } | undefined,
) =>
  writeDocument(
    secrets,
    { table: "canaries", id, column: "spec" },
    { schema: canarySpec, sent: spec, stored: stored && { masked: stored.spec, sealed: stored.spec_secrets } },
  ) as { spec: Json; spec_secrets: string | null };

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/**
 * Removes the annotation in which kubectl stores the last applied manifest, including all credentials, before a canary
 * is stored.
 */
export function withoutManifest<Annotations extends Labels | null | undefined>(annotations: Annotations): Annotations {
  if (!annotations || !Object.hasOwn(annotations, lastApplied)) return annotations;
  const { [lastApplied]: _manifest, ...others } = annotations;
  return others as Annotations;
}
