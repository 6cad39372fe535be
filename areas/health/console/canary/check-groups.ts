// The default group for kinds of checks that have no group.
import type { KindDescription } from "#language/kinds.ts";

const groups: Readonly<Record<string, string>> = {
  Network: "http tcp icmp dns ldap",
  Databases: "postgres mysql mssql redis mongodb elasticsearch opensearch",
  Monitoring: "prometheus alertmanager catalog",
  "Files and code": "folder s3 git github",
  Kubernetes: "kubernetes kubernetesResource",
  "Jobs and scripts": "exec junit webhook",
};
const groupOf = new Map(
  Object.entries(groups).flatMap(([group, types]) => types.split(" ").map((type) => [type, group] as const)),
);

export const grouped = (kinds: readonly KindDescription[]): readonly KindDescription[] =>
  kinds.map((kind) => ({ ...kind, group: kind.group ?? groupOf.get(kind.type) ?? "Other" }));
