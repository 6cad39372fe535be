// Where in a document a field of an item is found: as it stands, by JSONPath, or computed.
import { z } from "zod";
import { faultIn, faultText } from "#server/expression/check.ts";
import { cel, jsonPath, list, part, text } from "#server/spec/parts.ts";

/** A text that begins so leads into the document; any other stands for itself. */
export const isPath = (written: string) => /^[$@]/.test(written);

/** In the words of manifests in use: `$.a['b']`, `@.a`, `.a`. */
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
  .superRefine((given, context) => {
    const fault = isPath(given) ? faultIn("jsonpath", given) : undefined;
    if (fault) context.addIssue({ code: "custom", message: faultText(fault) });
  })
  .meta({ label: "Text or JSONPath" });

/** A text, a JSONPath when it begins with `$` or `@`, or an object that says in which language it is computed. */
export const foundIn = z
  .union([written, computed], "must be a text, a JSONPath, or an object with expr, jmespath or jsonpath")
  .meta({ field: "found-in" });

/** Of several, the first that finds something is meant. */
export const paths = list(path);
