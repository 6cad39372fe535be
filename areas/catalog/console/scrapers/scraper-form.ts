// The form of a scraper: under which heading a type is offered, and which of its fields few people need.
import { requestSchema } from "#console/resources/entries/request-schema.ts";
import { isRecord, type JsonSchema } from "#console/widgets/form/json-schema.ts";
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

const words = (text: string) => text.split(" ");

/** What every entry has beside what it asks and what becomes an item. */
const later = words(
  "description status health icon format createFields deleteFields timestampFormat labels tags properties transform full retention env oauth2 awsSigV4 tlsConfig digest ntlm ntlmv2 artifacts setup checkout",
);

/** What makes an item of a document. */
const mapping = words("id type name class items");

/** Types that know by themselves what their items are, and what else of theirs few people need. */
const knowing: Readonly<Record<string, string>> = {
  system: "",
  kubernetes: "namespace selector fieldSelector since event watch relationships maxInflight",
  postgres: "",
  terraform: "",
  github: "token url",
  githubActions: "token url branch actor status",
};

/** Of the others: ways in that few need, and older words for one of them. */
const seldom: Readonly<Record<string, string>> = {
  http: "method body templateBody headers",
  file: "ref certificate aws gcp",
  sql: "auth",
};

const laterOf = new Map<string, ReadonlySet<string>>();

/** Which fields of a type stand behind “More options”. */
export function laterFields(type: string): ReadonlySet<string> {
  const known = laterOf.get(type);
  if (known) return known;
  const own = knowing[type];
  const all = new Set([...later, ...words(own ?? seldom[type] ?? ""), ...(own === undefined ? [] : mapping)]);
  laterOf.set(type, all);
  return all;
}

/** Where a thing is comes first, then what becomes an item of it, then how one gets there. */
const credentials = words("username password auth bearer certificate aws gcp personalAccessToken token");

export const askedSchema =
  (type: string) =>
  (schema: JsonSchema, value: unknown): JsonSchema => {
    const asked = type === "http" ? requestSchema(schema, value) : schema;
    const fields = Object.entries(asked.properties ?? {});
    const place = ([key]: (typeof fields)[number]) => (mapping.includes(key) ? 1 : credentials.includes(key) ? 2 : 0);
    const ordered = fields.toSorted(
      (one, other) =>
        place(one) - place(other) || (place(one) === 1 ? mapping.indexOf(one[0]) - mapping.indexOf(other[0]) : 0),
    );
    return { ...asked, properties: Object.fromEntries(ordered) };
  };

/** What a new one begins with, where a list without an entry means nothing. */
const beginnings: Readonly<Record<string, unknown>> = {
  github: { repositories: [{}] },
  kubernetesFile: { selector: {}, files: [{ path: [""] }] },
};
export const begun = (type: string): unknown => beginnings[type] ?? {};

const telling = words(
  "clusterName url connection owner query script paths state repositories organizations selector name",
);

/** What of a source tells it from the others of its type. */
export function aboutSource(value: unknown): string {
  const told = isRecord(value) ? telling.map((key) => firstText(value[key])) : [];
  return told.find((text) => text !== "") ?? "";
}

/** The first that somebody wrote, however deep it stands. */
function firstText(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (typeof value !== "object" || value === null) return "";
  return (
    Object.values(value)
      .map(firstText)
      .find((text) => text !== "") ?? ""
  );
}
