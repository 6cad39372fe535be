// Fields of a spec that its schema does not define. They are stored with the spec but have no effect, so every screen
// and API that shows or accepts a spec reports them.
import { call } from "./call.ts";

export interface UnknownField {
  /** The path inside the spec: `["http", 0, "thresholdMilis"]`. */
  path: readonly (string | number)[];
  /** The known field with the closest name, if there is a similar name. */
  nearest?: string | undefined;
  /** The entry of the resource that contains the field, such as a check of a canary. */
  entry?: { type: string; name: string } | undefined;
}

/** Returns a message such as `unknown field "thresholdMilis"; did you mean "thresholdMillis"?`. */
export const unknownFieldText = ({ path, nearest }: UnknownField): string =>
  `unknown field ${JSON.stringify(String(path.at(-1)))}${nearest === undefined ? "" : `; did you mean "${nearest}"?`}`;

/** Prefixes the message with the path of the field below `root`: `spec.http.0.thresholdMilis: unknown field …`. */
export const placedUnknownField = (field: UnknownField, root = "spec"): string =>
  `${[root, ...field.path].filter((step) => step !== "").join(".")}: ${unknownFieldText(field)}`;

export interface ResourceUnknownFields {
  id: string;
  name: string;
  fields: UnknownField[];
}

interface UnknownFieldsShape {
  params: { table: string };
  query: { id?: string | undefined };
  body: undefined;
  answer: ResourceUnknownFields[];
}

/** Returns the unknown fields in the specs of a table, or of one resource, according to the schema of this version. */
export const unknownFieldsOf = call<UnknownFieldsShape>("GET", "/api/unknown-fields/{table}");
