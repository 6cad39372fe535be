// kubectl stores the last applied manifest in an annotation, including all credentials. This annotation is removed before
// a canary is stored.
import type { Labels } from "#language/columns.ts";

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

export function withoutManifest<Annotations extends Labels | null | undefined>(annotations: Annotations): Annotations {
  if (!annotations || !Object.hasOwn(annotations, lastApplied)) return annotations;
  const { [lastApplied]: _manifest, ...others } = annotations;
  return others as Annotations;
}
