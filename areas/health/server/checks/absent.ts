// Check types that existing manifests may contain but that this version cannot run. They are stored unchanged, and a
// run reports why the check cannot be run.

/** Types that are planned but not implemented yet. */
const later = new Set(
  "gcs jmeter restic databaseBackup cloudwatch awsConfig awsConfigRule azureDevops dynatrace pubsub".split(" "),
);
/** Retired types, each with the type that replaces it. */
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

/** Types that existing manifests may contain; they are not reported as misspelt fields. */
export const absentTypes: readonly string[] = [...later, ...Object.keys(retired)];

export function whyAbsent(type: string): string {
  if (later.has(type)) return `Checks of the type ${type} cannot be run by this version of Quarterdeck yet.`;
  if (Object.hasOwn(retired, type)) return `Checks of the type ${type} are no longer run. Use ${retired[type]}.`;
  return `This version of Quarterdeck has no checks of the type ${type}.`;
}
