// kubectl stores the manifest that was applied last in an annotation, with all credentials in it. It is not stored here.
import type { Labels } from "#language/columns.ts";

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

export function withoutManifest<Annotations extends Labels | null | undefined>(annotations: Annotations): Annotations {
  if (!annotations || !Object.hasOwn(annotations, lastApplied)) return annotations;
  const { [lastApplied]: _manifest, ...others } = annotations;
  return others as Annotations;
}
