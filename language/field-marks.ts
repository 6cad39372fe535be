// How a value is edited, beside what it is. A schema says it with zod's `meta({ label: "Schedule", field: "schedule" })`,
// and `toJSONSchema` carries it to the form and the editor.

/** The fields that a form has. Without a name the shape of the value decides. */
export const fieldNames = [
  "text",
  "long-text",
  "secret",
  "number",
  "switch",
  "select",
  "options",
  "key-values",
  "env-var",
  "found-in",
  "bytes",
  "millicores",
  "duration",
  "schedule",
  "people",
  "team",
  "agent",
  "connection",
  "icon",
  "resource",
  "yaml",
] as const;

export type FieldName = (typeof fieldNames)[number];

export interface FieldMarks {
  /** What stands above it; without it the key, in words. */
  label?: string;
  field?: FieldName;
  /** Never shown unasked, and nowhere in clear once it is stored. */
  secret?: boolean;
  placeholder?: string;
  /** Of several lines. */
  isLong?: boolean;
  /** The column, or `properties.x`, that holds it where a form describes a row. */
  kept?: string;
  /** Of a text that is computed: how it is written. It is drawn with an editor that knows the notation. */
  notation?: "cel" | "template" | "javascript" | "jsonpath";
  /** Of a text that stands as it is, but for what is in `{{ }}` and `$( )`: that is filled in when it is used. */
  isTemplated?: boolean;
  /** The part of the row's address that says it where its column is not shown: `host`, `user`, `path`, `query.Chats`. */
  readFrom?: string;
  /** Marks a credential that the URL of the connection may hold instead; the field is then not required. */
  inUrl?: "user" | "password";
  /** On one line with the text before it, where there is room: a port beside its host. */
  isBeside?: boolean;
  /** Asked for only while these other fields have these values: `{ authentication: "Basic" }`. */
  shownWhen?: Readonly<Record<string, string>>;
  /** Of the field "connection": the types that fit. They are offered; any other can be written down. */
  connectionTypes?: readonly string[];
  /** Of the field "resource": what is chosen from. */
  resource?: ResourceKind;
  /** Why the field is refused as soon as it says something (`isNothing`). */
  refused?: string;
  /** Of the field "schedule": which of them are offered. */
  presets?: "short" | "scraper" | "medium" | "default" | "settings";
  /** Of a free document: everything inside is kept and nothing inside is reported as unknown. */
  isOpen?: boolean;
  /** Of an object: fields that are reported elsewhere, such as types of checks that this version cannot run. */
  alsoKnown?: readonly string[];
}

/** A value that says as much as a field that is left out. */
export const isNothing = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === false ||
  value === "" ||
  (Array.isArray(value) && value.length === 0);

/** What the search over all resources finds, as it calls it. */
export type ResourceKind = "configs" | "components" | "checks" | "canaries" | "playbooks" | "connections";
