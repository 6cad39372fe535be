// Seals the spec of a canary that comes from a file, a cluster or a check instead of the data API.
import type { Json } from "#language/columns.ts";
import type { Secrets } from "#server/secrets.ts";
import { writeDocument } from "#server/spec/sealed-columns.ts";
import { canarySpec } from "./canary.ts";

/** Throws a Problem that names each *** without a stored credential. */
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
