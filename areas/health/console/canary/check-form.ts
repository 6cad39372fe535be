// The form of a check: the schema of its kind, adjusted to the fields that are filled in.
import { requestSchema } from "#console/resources/entries/request-schema.ts";
import { isRecord, type JsonSchema, resolved } from "#console/widgets/form/json-schema.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Common response codes; others can be entered as code. */
export const responseCodes = [200, 201, 202, 204, 301, 302, 401, 404, 500, 502, 503];

export function formSchema(schema: JsonSchema, value: unknown): JsonSchema {
  const fields: Fields = isRecord(value) ? value : {};
  const { properties: requested, required } = requestSchema(schema, value);
  const properties = { ...requested };
  // Older manifests contain an object, which a single-line field cannot show.
  const namespace = properties["namespace"];
  if (namespace !== undefined && isRecord(fields["namespace"]))
    properties["namespace"] = { ...resolved(namespace, schema), field: "yaml" };
  const codes = properties["responseCodes"];
  if (codes !== undefined)
    properties["responseCodes"] = withChoices(resolved(codes, schema), fields["responseCodes"], schema);
  return { ...schema, properties, ...(required && { required }) };
}

function withChoices(schema: JsonSchema, value: unknown, root: JsonSchema): JsonSchema {
  // Response codes that were entered as code stay visible.
  const written = Array.isArray(value) ? value.filter((code) => typeof code === "number") : [];
  const choices = [...new Set([...responseCodes, ...written])].sort((a, b) => a - b);
  const description = [schema.description, "Other codes can be entered as code."].filter(Boolean).join(" ");
  return { ...schema, description, items: { ...resolved(schema.items, root), enum: choices } };
}

/**
 * Fields that the form shows under “More options”: the fields of every kind, and rare options for authentication and
 * requests.
 */
export const later = new Set(
  "digest ntlm ntlmv2 oauth2 awsSigV4 tlsConfig templateBody maxRedirects crawl description icon test display transform transformDeleteStrategy labels namespace dependsOn markFailOnEmpty retries relationships metrics artifacts env checkout".split(
    " ",
  ),
);
