// Fills in the templates of titles, bodies and properties.
import { callablesOfNotifications } from "#lib/expression/callables.ts";
import { faultText } from "#lib/expression/check.ts";
import { compile } from "#lib/expression/compile.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { isTemplateText } from "#lib/expression/template/header.ts";
import type { Fields } from "../pipeline/resources.ts";

/** A template that cannot be filled in; the message is meant for the author of the rule. */
export class TemplateFault extends Error {
  override readonly name = "TemplateFault";
}

/** The values include the template functions. A text without templates is returned unchanged. */
export async function filledText(text: string, values: () => Fields): Promise<string> {
  if (!isTemplateText(text)) return text;
  try {
    const template = await compile("template", text, { callables: callablesOfNotifications });
    return String(await template.run(values()));
  } catch (error) {
    if (error instanceof ExpressionFault) throw new TemplateFault(faultText(error));
    throw error;
  }
}

/** Properties are strings; other values are converted to text. Without values, templates are not filled in. */
export async function filledProperties(
  properties: Fields,
  values: (() => Fields) | undefined,
): Promise<Record<string, string>> {
  const filled: Record<string, string> = {};
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    filled[key] = values === undefined ? text : await filledText(text, values);
  }
  return filled;
}
