// Fills the templates, `{{ }}` and `$( )`, in all strings of a value.
import { faultText } from "#lib/expression/check.ts";
import { compile } from "#lib/expression/compile.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { isTemplateText } from "#lib/expression/template/header.ts";
import { BuildFault } from "./build-fault.ts";

export type Values = Readonly<Record<string, unknown>>;

/** Returns the value itself if it has no templates. `isFilled` selects the templates; others stay as they are. */
export async function fillTexts<Value>(
  value: Value,
  values: Values,
  isFilled: (text: string) => boolean = () => true,
): Promise<Value> {
  return (await filled(value, values, isFilled)) as Value;
}

async function filled(value: unknown, values: Values, isFilled: (text: string) => boolean): Promise<unknown> {
  if (typeof value === "string") return isTemplateText(value) && isFilled(value) ? fillText(value, values) : value;
  if (typeof value !== "object" || value === null || !hasTemplate(value, isFilled)) return value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => filled(item, values, isFilled)));
  const entries = Object.entries(value).map(
    async ([key, item]) => [key, await filled(item, values, isFilled)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

export function hasTemplate(value: unknown, isFilled: (text: string) => boolean = () => true): boolean {
  if (typeof value === "string") return isTemplateText(value) && isFilled(value);
  return (
    typeof value === "object" && value !== null && Object.values(value).some((item) => hasTemplate(item, isFilled))
  );
}

async function fillText(text: string, values: Values): Promise<string> {
  try {
    return String(await (await compile("template", text)).run(values));
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    throw new BuildFault(`${JSON.stringify(text)} cannot be filled in: ${faultText(error)}`);
  }
}
