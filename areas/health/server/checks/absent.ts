// Types of checks that manifests in use may hold and that cannot be run here: they are kept as they are written, and say so.

/** Built later. */
const later = new Set(
  "gcs jmeter restic databaseBackup cloudwatch awsConfig awsConfigRule azureDevops dynatrace pubsub".split(" "),
);
/** Nobody runs them any more; what they did is done by others. */
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

/** Types that manifests in use may hold: they are no misspelt fields. */
export const absentTypes: readonly string[] = [...later, ...Object.keys(retired)];

export function whyAbsent(type: string): string {
  if (later.has(type)) return `Checks of the type ${type} cannot be run by this version of Quarterdeck yet.`;
  if (Object.hasOwn(retired, type)) return `Checks of the type ${type} are not run any more. Use ${retired[type]}.`;
  return `There are no checks of the type ${type} here.`;
}
