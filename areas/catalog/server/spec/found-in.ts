// Specifies how a field of an item is read from a document: a fixed string, a JSONPath, or an expression.
import { z } from "zod";
import { faultIn, faultText } from "#lib/expression/check.ts";
import { cel, jsonPath, list, part, text } from "#server/spec/parts.ts";

/** A string that begins with `$` or `@` is a JSONPath; any other string is a fixed value. */
export const isPath = (written: string) => /^[$@]/.test(written);

/** Accepts the notations of existing manifests: `$.a['b']`, `@.a`, `.a`. */
export const path = jsonPath;

export const jmesPath = text.superRefine((written, context) => {
  const fault = written === "" ? undefined : faultIn("cel", `jmespath(${JSON.stringify(written)}, config)`);
  if (fault) context.addIssue({ code: "custom", message: fault.message });
});

const computed = part({
  expr: cel.optional().meta({ label: "Expression (CEL)", notation: "cel" }),
  jmespath: jmesPath.optional().meta({ label: "JMESPath" }),
  jsonpath: path.optional().meta({ label: "JSONPath" }),
  value: text.optional().meta({ label: "Text" }),
}).meta({ label: "Computed" });

const written = text
  .superRefine((value, context) => {
    const fault = isPath(value) ? faultIn("jsonpath", value) : undefined;
    if (fault) context.addIssue({ code: "custom", message: faultText(fault) });
  })
  .meta({ label: "Text or JSONPath" });

/** Accepts a string, a JSONPath if it begins with `$` or `@`, or an object whose key is the expression language. */
export const foundIn = z
  .union([written, computed], "must be a string, a JSONPath, or an object with expr, jmespath or jsonpath")
  .meta({ field: "found-in" });

/** The first path that finds a value is used. */
export const paths = list(path);
