// Types of checks that existing manifests may contain and that cannot run here. They are kept as written, and running them
// explains why.

/** Planned types. */
const later = new Set(
  "gcs jmeter restic databaseBackup cloudwatch awsConfig awsConfigRule azureDevops dynatrace pubsub".split(" "),
);
/** Retired types, with the type to use instead. */
const retired: Readonly<Record<string, string>> = {
  gitProtocol: "git or exec",
  docker: "exec",
  dockerPush: "exec",
  containerd: "exec",
  containerdPush: "exec",
  helm: "exec",
  pod: "kubernetesResource",
  namespace: "kubernetesResource",
};

/** Types that existing manifests may contain, so they are not misspelt fields. */
export const absentTypes: readonly string[] = [...later, ...Object.keys(retired)];

export function whyAbsent(type: string): string {
  if (later.has(type)) return `Checks of the type ${type} cannot be run by this version of Quarterdeck yet.`;
  if (Object.hasOwn(retired, type)) return `Checks of the type ${type} are not run any more. Use ${retired[type]}.`;
  return `There are no checks of the type ${type} here.`;
}
