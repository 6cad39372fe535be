// Decrypts the credentials of checks for their runs. A canary stores the encrypted credentials of all its checks; a
// check that was written directly, through the data API, stores its own.
import { isDeepStrictEqual } from "node:util";
import type { Json } from "#language/columns.ts";
import type { Secrets } from "#server/secrets.ts";
import { openDocument, type StoredDocument } from "#server/spec/sealed-columns.ts";
import { writtenChecks, type WrittenCanary, type WrittenCheck } from "./written-checks.ts";

type Seals = Pick<Secrets, "open">;

export interface SealedCanary extends Pick<WrittenCanary, "id" | "spec" | "namespace"> {
  spec_secrets: string | null;
}

export interface SealedCheck {
  id: string;
  type: string;
  name: string;
  spec: unknown;
  spec_secrets: string | null;
}

const documentOf = ({
  spec,
  spec_secrets: sealed,
}: {
  spec: unknown;
  spec_secrets: string | null;
}): StoredDocument => ({
  masked: spec,
  sealed,
});

export const openCanarySpec = (secrets: Seals, canary: SealedCanary): unknown =>
  openDocument(secrets, { table: "canaries", id: canary.id, column: "spec" }, documentOf(canary));

export interface OpenedCanary {
  spec: unknown;
  /** The checks in the order of the canary. Their names come from the masked spec, because names are public. */
  checks: readonly (WrittenCheck & { masked: unknown })[];
}

export function openCanary(secrets: Seals, canary: SealedCanary): OpenedCanary {
  const spec = openCanarySpec(secrets, canary);
  const opened = writtenChecks({ ...canary, spec: spec as Json });
  return {
    spec,
    checks: writtenChecks(canary).map((check, index) => ({
      ...check,
      masked: check.spec,
      spec: opened[index]?.spec ?? check.spec,
    })),
  };
}

/** Returns the spec that a stored check runs with, including its credentials. */
export function openCheck(secrets: Seals, check: SealedCheck, { checks }: OpenedCanary): unknown {
  if (check.spec_secrets !== null)
    return openDocument(secrets, { table: "checks", id: check.id, column: "spec" }, documentOf(check));
  const written = checks.find(({ type, name }) => type === check.type && name === check.name);
  return written && isDeepStrictEqual(written.masked, check.spec) ? written.spec : check.spec;
}
