// The form of a scraper: under which heading a type is offered, and which of its fields few people need.
import type { KindDescription } from "#language/kinds.ts";

const groups: Readonly<Record<string, string>> = {
  "This machine": "system",
  Kubernetes: "kubernetes kubernetesFile",
  "Files and code": "file terraform github githubActions",
  "Databases and services": "http sql clickhouse postgres",
  Scripts: "exec",
};
const groupOf = new Map(
  Object.entries(groups).flatMap(([group, types]) => types.split(" ").map((type) => [type, group] as const)),
);
const order = Object.keys(groups);
const rank = ({ group = "" }: KindDescription) => (order.includes(group) ? order.indexOf(group) : order.length);

export const grouped = (kinds: readonly KindDescription[]): readonly KindDescription[] =>
  kinds
    .map((kind) => ({ ...kind, group: kind.group ?? groupOf.get(kind.type) ?? "Other" }))
    .sort((one, other) => rank(one) - rank(other));

/** What every entry has beside what it asks and what becomes an item. */
export const later: ReadonlySet<string> = new Set(
  "description status health icon format createFields deleteFields timestampFormat labels tags properties transform full retention env oauth2 awsSigV4 tlsConfig digest ntlm ntlmv2 artifacts setup checkout".split(
    " ",
  ),
);
