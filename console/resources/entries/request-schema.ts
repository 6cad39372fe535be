// The fields of a web request in a form, which depend on what is already filled in.
import { isRecord, type JsonSchema, resolved } from "#console/widgets/form/json-schema.ts";
import { isFilled } from "./entry-form.ts";

type Fields = Readonly<Record<string, unknown>>;

const methods = ["GET", "POST", "PUT", "DELETE"];

/** Fields that say where something is, in place of a URL. */
const addresses = ["connection", "endpoint", "host", "addr"];

export function requestSchema(schema: JsonSchema, value: unknown): JsonSchema {
  const fields: Fields = isRecord(value) ? value : {};
  const properties = { ...schema.properties };
  const required = [...(schema.required ?? [])];
  // Something has to say where it is: the URL, unless another field does.
  const isSaid = addresses.some((key) => Object.hasOwn(properties, key) && isFilled(fields[key]));
  if (Object.hasOwn(properties, "url") && !required.includes("url") && !isSaid) required.push("url");
  // An older word for the URL: only where it was used.
  if (Object.hasOwn(properties, "url") && !isFilled(fields["endpoint"])) delete properties["endpoint"];
  const method = properties["method"];
  if (method !== undefined) {
    properties["method"] = withMethods(resolved(method, schema), fields["method"]);
    if (!hasBody(fields["method"]))
      for (const key of ["body", "templateBody"]) if (!isFilled(fields[key])) delete properties[key];
  }
  return { ...schema, properties, required };
}

/** GET is asked unless said. */
const hasBody = (method: unknown) => typeof method === "string" && /^(?:POST|PUT|PATCH)$/i.test(method);

/** Those that most need; one that was written as code stays to be seen. */
function withMethods(schema: JsonSchema, written: unknown): JsonSchema {
  const other = typeof written === "string" && written !== "" && !methods.includes(written) ? [written] : [];
  return { ...schema, enum: [...methods, ...other] };
}
