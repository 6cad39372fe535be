// Fills the templates, `{{ }}` and `$( )`, in all strings of a value.
import { faultText } from "#lib/expression/check.ts";
import { compile } from "#lib/expression/compile.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { isTemplateText } from "#lib/expression/template/header.ts";
import { BuildFault } from "./build-fault.ts";

export type Values = Readonly<Record<string, unknown>>;

/** A template that was filled. */
export interface FilledText {
  filled: string;
  written: string;
  path: readonly (string | number)[];
}

export interface FillOptions {
  /** Selects the templates; other templates stay unchanged. */
  isFilled?: (text: string) => boolean;
  /** Returns the text that replaces the template. Default: the rendered template. */
  write?: (text: FilledText) => string;
}

/** Returns the value itself if it has no templates. */
export const fillTexts = async <Value>(value: Value, values: Values, options: FillOptions = {}): Promise<Value> =>
  (await fillAt([], value, values, options)) as Value;

async function fillAt(
  path: FilledText["path"],
  value: unknown,
  values: Values,
  options: FillOptions,
): Promise<unknown> {
  const { isFilled, write = ({ filled }) => filled } = options;
  if (!hasTemplate(value, isFilled)) return value;
  if (typeof value === "string") return write({ filled: await fillText(value, values), written: value, path });
  if (Array.isArray(value))
    return Promise.all(value.map((item, index) => fillAt([...path, index], item, values, options)));
  const entries = Object.entries(value as object).map(
    async ([key, item]) => [key, await fillAt([...path, key], item, values, options)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

export function hasTemplate(value: unknown, isFilled: (text: string) => boolean = () => true): boolean {
  if (typeof value === "string") return isTemplateText(value) && isFilled(value);
  return (
    typeof value === "object" && value !== null && Object.values(value).some((item) => hasTemplate(item, isFilled))
  );
}

/** Returns a template that yields the text, if the text itself contains template syntax. */
export const literalTemplate = (text: string) => (isTemplateText(text) ? `{{ ${JSON.stringify(text)} }}` : text);

async function fillText(text: string, values: Values): Promise<string> {
  try {
    return String(await (await compile("template", text)).run(values));
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    throw new BuildFault(`${JSON.stringify(text)} cannot be filled in: ${faultText(error)}`);
  }
}
