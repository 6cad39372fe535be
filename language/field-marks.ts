// Schema metadata that describes how a form edits a value. Schemas set it with zod's `meta({ label: "Schedule", field:
// "schedule" })`, and `toJSONSchema` passes it to the form and the editor.

/** The form fields. A value without a field name gets a field by its JSON type. */
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
  "agent-name",
  "connection",
  "icon",
  "resource",
  "yaml",
] as const;

export type FieldName = (typeof fieldNames)[number];

export interface FieldMarks {
  /** The label of the field. Default: the key, split into words. */
  label?: string;
  field?: FieldName;
  /** The form masks the value, and the server encrypts it. */
  secret?: boolean;
  placeholder?: string;
  /** The form shows a multiline field. */
  isLong?: boolean;
  /** The column, or `properties.x`, that stores the value when the form edits a row. */
  kept?: string;
  /** The language of an expression. The form shows an editor for that language. */
  notation?: "cel" | "template" | "javascript" | "jsonpath";
  /** The text may contain `{{ }}` and `$( )`, which are evaluated when the text is used. */
  isTemplated?: boolean;
  /**
   * The part of the row's URL that holds the value when its column is hidden: `host`, `user`, `path`, `query.Chats`.
   */
  readFrom?: string;
  /** Marks a credential that may be part of the connection URL instead; the field is then not required. */
  inUrl?: "user" | "password";
  /**
   * The form shows the field on the same line as the previous one if there is enough space, such as a port after its
   * host.
   */
  isBeside?: boolean;
  /** The form shows the field only while these other fields have these values: `{ authentication: "Basic" }`. */
  shownWhen?: Readonly<Record<string, string>>;
  /** For the field "connection": the suggested connection types. The user can still enter a different type. */
  connectionTypes?: readonly string[];
  /** For the field "resource": the kind of resource to choose from. */
  resource?: ResourceKind;
  /** The error message for any value of this field. Only empty values (`isNothing`) are accepted. */
  refused?: string;
  /** For the field "schedule": selects the presets that the form offers. */
  presets?: "short" | "scraper" | "medium" | "default" | "settings";
  /** For a free-form document: its content is kept and no field in it is reported as unknown. */
  isOpen?: boolean;
  /** For an object: fields that are reported elsewhere, such as types of checks that this version cannot run. */
  alsoKnown?: readonly string[];
  /** For an object that has exactly one of its fields: the form hides the other fields after one is added. */
  hasOneField?: boolean;
}

/** Empty values mean the same as a missing field. */
export const isNothing = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === false ||
  value === "" ||
  (Array.isArray(value) && value.length === 0);

/** The kinds of resources that the global search returns. */
export type ResourceKind = "configs" | "components" | "checks" | "canaries" | "playbooks" | "connections";
