// Reads canaries from manifests.
import {
  readResources,
  type PlacedFault,
  type ReadOptions,
  type ReadResource,
  type Written,
} from "#server/manifests/read-resources.ts";
import { canarySpec } from "../spec/canary.ts";

export type { ManifestFault } from "#server/manifests/yaml-documents.ts";
export type ReadCanary = ReadResource;

/** A fault of a document, with the name of the canary if it is known. */
export interface CanaryFault extends Omit<PlacedFault, "of"> {
  canary?: { name: string; namespace: string } | undefined;
}

export interface ReadManifest {
  canaries: readonly ReadCanary[];
  faults: readonly CanaryFault[];
  /** Unknown fields; the canaries run anyway. */
  warnings: readonly CanaryFault[];
  /** Documents of other kinds, which other readers may accept. */
  others: readonly { line: number; kind: string }[];
}

const written: Written = { kind: "Canary", group: "canaries.flanksource.com/", noun: "canary", spec: canarySpec };

export function readCanaries(text: string, options: ReadOptions = {}): ReadManifest {
  const { items, faults, warnings, others } = readResources(text, written, options);
  const named = ({ of, ...fault }: PlacedFault): CanaryFault => ({ ...fault, ...(of && { canary: of }) });
  return { canaries: items, faults: faults.map(named), warnings: warnings.map(named), others };
}
