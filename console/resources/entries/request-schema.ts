// The fields of an HTTP request in a form; they depend on the values that are already set.
import { isRecord, type JsonSchema, resolved } from "#console/widgets/form/json-schema.ts";
import { isFilled } from "./entry-form.ts";

type Fields = Readonly<Record<string, unknown>>;

const methods = ["GET", "POST", "PUT", "DELETE"];

/** Fields that can replace the URL. */
const addresses = ["connection", "endpoint", "host", "addr"];

export function requestSchema(schema: JsonSchema, value: unknown): JsonSchema {
  const fields: Fields = isRecord(value) ? value : {};
  const properties = { ...schema.properties };
  const required = [...(schema.required ?? [])];
  // The URL is required unless another field contains the address.
  const hasAddress = addresses.some((key) => Object.hasOwn(properties, key) && isFilled(fields[key]));
  if (Object.hasOwn(properties, "url") && !required.includes("url") && !hasAddress) required.push("url");
  // `endpoint` is a deprecated name of the URL, shown only if it is set.
  if (Object.hasOwn(properties, "url") && !isFilled(fields["endpoint"])) delete properties["endpoint"];
  const method = properties["method"];
  if (method !== undefined) {
    properties["method"] = withMethods(resolved(method, schema), fields["method"]);
    if (!hasBody(fields["method"]))
      for (const key of ["body", "templateBody"]) if (!isFilled(fields[key])) delete properties[key];
  }
  return { ...schema, properties, required };
}

/** The default method is GET. */
const hasBody = (method: unknown) => typeof method === "string" && /^(?:POST|PUT|PATCH)$/i.test(method);

/** Offers the common methods, and also the current method. */
function withMethods(schema: JsonSchema, written: unknown): JsonSchema {
  const other = typeof written === "string" && written !== "" && !methods.includes(written) ? [written] : [];
  return { ...schema, enum: [...methods, ...other] };
}
