// The rule for text in scripts: a value that contains only harmless characters is inserted unchanged, so that existing
// manifests still work. Any other value must be quoted or passed in another way.
import { ExpressionFault } from "#lib/expression/fault.ts";
import type { Spot } from "#lib/expression/template/writer.ts";

const harmless = /^[A-Za-z0-9_./:@%+=,-]*$/;
const number = /^-(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A value that begins with `-` could become an option of a command, unless it is a number. */
export const isSafeText = (text: string): boolean =>
  harmless.test(text) && (!text.startsWith("-") || number.test(text));

const shown = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Describes a value for the error message of a refused script. */
export const describeValue = (text: string, { expression }: Spot) => `The value of ${expression}, ${shown(text)},`;

export const refuse = (message: string, { place }: Spot): ExpressionFault => new ExpressionFault(message, { place });

/** Returns the expression without its quoting function. */
export const unquotedExpression = ({ expression }: Spot): string =>
  expression
    .replace(/\s*\|\s*(?:strings\.)?(?:shellQuote|ShellQuote|sqlQuote|squote|Squote)\s*$/, "")
    .replace(/^(?:strings\.)?(?:shellQuote|ShellQuote|sqlQuote|squote|Squote)\s+/, "");

/** Suggests a name for the environment variable of a value: `.params.disk.name` becomes NAME. */
export function variableName(spot: Spot): string {
  const words = unquotedExpression(spot).match(/[A-Za-z_]\w*/g) ?? [];
  return (words.at(-1) ?? "value").toUpperCase();
}
