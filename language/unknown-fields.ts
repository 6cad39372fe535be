// Fields of a spec that its schema does not know. They are stored with the spec and have no effect, so every place that
// shows or accepts a spec names them.
import { call } from "./call.ts";

export interface UnknownField {
  /** Inside the spec: `["http", 0, "thresholdMilis"]`. */
  path: readonly (string | number)[];
  /** The known field with the nearest name, if one is near. */
  nearest?: string | undefined;
  /** The entry of the resource that the field belongs to, such as a check of a canary. */
  entry?: { type: string; name: string } | undefined;
}

/** `unknown field "thresholdMilis"; did you mean "thresholdMillis"?` */
export const unknownFieldText = ({ path, nearest }: UnknownField): string =>
  `unknown field ${JSON.stringify(String(path.at(-1)))}${nearest === undefined ? "" : `; did you mean "${nearest}"?`}`;

/** With its path below `root`: `spec.http.0.thresholdMilis: unknown field …`. */
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

/** The resources of a table whose specs hold unknown fields, or one resource; judged by the schema of this version. */
export const unknownFieldsOf = call<UnknownFieldsShape>("GET", "/api/unknown-fields/{table}");
