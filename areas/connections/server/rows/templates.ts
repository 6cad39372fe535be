// Checks the templates, `{{ }}` and `$( )`, in the address and the properties of a written connection. The errors do
// not repeat values that may contain a secret.
import type { BadPart } from "#language/problem.ts";
import { faultIn, faultText } from "#lib/expression/check.ts";
import { isTemplateText } from "#lib/expression/template/header.ts";
import type { Parts } from "../connection/open-connection.ts";
import { isSecretProperty } from "./known-types.ts";
import { isReference } from "../connection/value-reference.ts";

export function badTemplatesOf(type: string, { url, properties = {} }: Partial<Parts>): BadPart[] {
  return [
    ...badTemplate("url", url, true),
    ...Object.entries(properties).flatMap(([key, text]) =>
      badTemplate(`properties.${key}`, text, isSecretProperty(type, key)),
    ),
  ];
}

function badTemplate(path: string, text: string | null | undefined, isSecret: boolean): BadPart[] {
  if (typeof text !== "string" || isReference(text) || !isTemplateText(text)) return [];
  const fault = faultIn("template", text);
  if (!fault) return [];
  const { line = 1, column = 1 } = fault.place ?? {};
  const message = isSecret
    ? `contains an invalid {{ }} or $( ) (line ${line}, column ${column})`
    : `cannot be filled in: ${faultText(fault)}`;
  return [{ path, message }];
}
