// The form of a scraper: the order and visibility of its fields.
import { requestSchema } from "#console/resources/entries/request-schema.ts";
import { isRecord, type JsonSchema } from "#console/widgets/form/json-schema.ts";

const words = (text: string) => text.split(" ");

/** Fields of all types that few users need. */
const later = words(
  "description status health icon format createFields deleteFields timestampFormat labels tags properties transform full retention env oauth2 awsSigV4 tlsConfig digest ntlm ntlmv2 artifacts setup checkout",
);

/** Fields that map a document to an item. */
const mapping = words("id type name class items");

/** Types that need no mapping, with their fields that few users need. */
const withoutMapping: Readonly<Record<string, string>> = {
  system: "",
  kubernetes: "namespace selector fieldSelector since event watch relationships maxInflight",
  postgres: "",
  terraform: "",
  github: "token url",
  githubActions: "token url branch actor status",
};

/** Rarely needed fields of the other types: credentials, and deprecated spellings. */
const rarelyNeeded: Readonly<Record<string, string>> = {
  http: "method body templateBody headers",
  file: "ref certificate aws gcp",
  sql: "auth",
};

const laterOf = new Map<string, ReadonlySet<string>>();

/** The fields of a type that are shown under “More options”. */
export function laterFields(type: string): ReadonlySet<string> {
  const known = laterOf.get(type);
  if (known) return known;
  const own = withoutMapping[type];
  const all = new Set([...later, ...words(own ?? rarelyNeeded[type] ?? ""), ...(own === undefined ? [] : mapping)]);
  laterOf.set(type, all);
  return all;
}

/** These fields come last, after the location and the mapping. */
const credentials = words("username password auth bearer certificate aws gcp personalAccessToken token");

export const formSchema =
  (type: string) =>
  (schema: JsonSchema, value: unknown): JsonSchema => {
    const base = type === "http" ? requestSchema(schema, value) : schema;
    const fields = Object.entries(base.properties ?? {});
    const place = ([key]: (typeof fields)[number]) => (mapping.includes(key) ? 1 : credentials.includes(key) ? 2 : 0);
    const ordered = fields.toSorted(
      (a, b) => place(a) - place(b) || (place(a) === 1 ? mapping.indexOf(a[0]) - mapping.indexOf(b[0]) : 0),
    );
    return { ...base, properties: Object.fromEntries(ordered) };
  };

/** The initial values of a new entry, for types with required lists. */
const initialEntries: Readonly<Record<string, unknown>> = {
  github: { repositories: [{}] },
  kubernetesFile: { selector: {}, files: [{ path: [""] }] },
};
export const initialEntry = (type: string): unknown => initialEntries[type] ?? {};

const distinctive = words(
  "clusterName url connection owner query script paths state repositories organizations selector name",
);

/** A text that distinguishes a source from other sources of its type. */
export function aboutSource(value: unknown): string {
  const texts = isRecord(value) ? distinctive.map((key) => firstText(value[key])) : [];
  return texts.find((text) => text !== "") ?? "";
}

/** The first non-empty text in a value, at any depth. */
function firstText(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (typeof value !== "object" || value === null) return "";
  return (
    Object.values(value)
      .map(firstText)
      .find((text) => text !== "") ?? ""
  );
}
