// The form of a check: its kind's own schema, with what depends on what is already filled in.
import { isFilled } from "#console/resources/entries/entry-form.ts";
import { isRecord, type JsonSchema, resolved } from "#console/widgets/form/json-schema.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What the address of most services answers with. Others are written as code. */
export const responseCodes = [200, 201, 202, 204, 301, 302, 401, 404, 500, 502, 503];

const methods = ["GET", "POST", "PUT", "DELETE"];

const addresses = ["connection", "endpoint", "host", "addr"];

export function askedSchema(schema: JsonSchema, value: unknown): JsonSchema {
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
  // Older manifests say it as an object, which a line cannot hold.
  const namespace = properties["namespace"];
  if (namespace !== undefined && isRecord(fields["namespace"]))
    properties["namespace"] = { ...resolved(namespace, schema), field: "yaml" };
  const codes = properties["responseCodes"];
  if (codes !== undefined)
    properties["responseCodes"] = withChoices(resolved(codes, schema), fields["responseCodes"], schema);
  return { ...schema, properties, required };
}

/** GET is asked unless said. */
const hasBody = (method: unknown) => typeof method === "string" && /^(?:POST|PUT|PATCH)$/i.test(method);

/** Those that most need; one that was written as code stays to be seen. */
function withMethods(schema: JsonSchema, written: unknown): JsonSchema {
  const other = typeof written === "string" && written !== "" && !methods.includes(written) ? [written] : [];
  return { ...schema, enum: [...methods, ...other] };
}

function withChoices(schema: JsonSchema, value: unknown, root: JsonSchema): JsonSchema {
  // What was written as code stays to be seen.
  const written = Array.isArray(value) ? value.filter((code) => typeof code === "number") : [];
  const choices = [...new Set([...responseCodes, ...written])].sort((a, b) => a - b);
  const description = [schema.description, "Others are written as code."].filter(Boolean).join(" ");
  return { ...schema, description, items: { ...resolved(schema.items, root), enum: choices } };
}

/** What every kind of check has, below what it looks at; and ways to sign in and to ask that few need. */
export const later = new Set(
  "digest ntlm ntlmv2 oauth2 awsSigV4 tlsConfig templateBody maxRedirects crawl description icon test display transform transformDeleteStrategy labels namespace dependsOn markFailOnEmpty retries relationships metrics artifacts env".split(
    " ",
  ),
);
