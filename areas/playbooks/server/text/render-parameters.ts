// Renders the defaults and properties of parameters for a resource and the values known so far.
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { Parameter } from "../../parameter.ts";
import type { Fields } from "./environment.ts";
import { renderValue } from "./render-block.ts";

/**
 * Returns the parameters with rendered defaults and properties. `sent` are the values in the form. In templates,
 * `params` contains these values (typed, if `values` has them) and the defaults of the preceding parameters.
 */
export async function renderParameters(
  parameters: readonly Parameter[],
  { sent, values, scrubber }: { sent: Fields; values: Fields; scrubber: Scrubber },
): Promise<readonly Parameter[]> {
  const known: Record<string, unknown> = { ...sent, ...(values["params"] as Fields | undefined) };
  const rendered: Parameter[] = [];
  for (const parameter of parameters) {
    const { name, default: fallback, properties } = parameter;
    const rendering = { what: `parameters.${name}`, values: { ...values, params: known }, scrubber };
    const found = {
      ...parameter,
      ...(fallback !== undefined && { default: await renderValue(fallback, rendering) }),
      ...(properties !== undefined && { properties: await renderValue(properties, rendering) }),
    };
    rendered.push(found);
    if ((known[name] === undefined || known[name] === "") && found.default !== undefined) known[name] = found.default;
  }
  return rendered;
}
