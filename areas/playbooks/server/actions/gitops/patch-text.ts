// Changes a value in a YAML or JSON file with a jq expression. Comments and layout of YAML are kept.
import { faultText } from "#lib/expression/check.ts";
import { compile } from "#lib/expression/compile.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { yaml } from "#lib/load/on-demand.ts";
import { editedTexts, isSameData } from "#lib/yaml/edited-texts.ts";
import { splicedText } from "#lib/yaml/spliced-text.ts";
import { ActionInvalid } from "../../action-kind.ts";

/** Returns the same text if the expression changes nothing. */
export async function patchedText(path: string, text: string, expression: string): Promise<string> {
  return path.endsWith(".json") ? patchedJson(path, text, expression) : patchedYaml(path, text, expression);
}

async function patchedJson(path: string, text: string, expression: string): Promise<string> {
  let before: unknown;
  try {
    before = JSON.parse(text);
  } catch (error) {
    throw new ActionInvalid(`${path} is not JSON: ${(error as Error).message}`);
  }
  const after = await evaluated(path, expression, before);
  if (after === undefined || isSameData(before, after)) return text;
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? (text.trim().includes("\n") ? 2 : 0);
  return `${JSON.stringify(after, null, indent)}${text.endsWith("\n") ? "\n" : ""}`;
}

/** A file may have several documents; the expression is applied to each of them. */
async function patchedYaml(path: string, text: string, expression: string): Promise<string> {
  const parts = text.split(/^(---(?:[ \t].*)?(?:\r?\n|$))/m);
  const patched: string[] = [];
  for (const part of parts) {
    const isMarker = /^---(?:\s|$)/.test(part);
    patched.push(isMarker || part.trim() === "" ? part : await patchedDocument(path, part, expression));
  }
  return patched.join("");
}

const readOptions = { merge: true, stringKeys: true } as const;

async function patchedDocument(path: string, text: string, expression: string): Promise<string> {
  const document = yaml().parseDocument(text, readOptions);
  if (document.errors.length > 0) throw new ActionInvalid(`${path} is not YAML: ${document.errors[0]!.message}`);
  if (document.contents === null) return text;
  const before: unknown = document.toJS();
  const after = await evaluated(path, expression, before);
  if (after === undefined || isSameData(before, after)) return text;
  const spliced = splicedText(yaml(), text, after);
  const candidates = [...(spliced === undefined ? [] : [spliced]), ...editedTexts(yaml(), text, after)];
  const found = candidates.find((candidate) => hasValue(candidate, after));
  if (found === undefined) throw new ActionInvalid(`${path} cannot be changed without losing its anchors.`);
  return text.endsWith("\n") || found === spliced ? found : found.replace(/\n$/, "");
}

function hasValue(text: string, value: unknown): boolean {
  const document = yaml().parseDocument(text, readOptions);
  return document.errors.length === 0 && isSameData(document.toJS(), value);
}

/**
 * Returns undefined if the expression selects nothing, such as `select(.kind == "Service") | …` in another document.
 */
async function evaluated(path: string, expression: string, value: unknown): Promise<unknown> {
  try {
    const jq = await compile("cel", "jq(expression, value)");
    // The brackets distinguish several outputs from one output that is a list. The line break ends a comment in the
    // expression.
    const outputs = (await jq.run({ expression: `[${expression}\n]`, value })) as unknown[];
    if (outputs.length > 1)
      throw new ActionInvalid(
        `The patch of ${path} has ${outputs.length} results. Write an expression with one result, such as .a.b = 1.`,
      );
    return outputs[0];
  } catch (error) {
    if (error instanceof ExpressionFault)
      throw new ActionInvalid(`The patch of ${path} fails: ${await ownFault(expression, value, error)}`);
    throw error;
  }
}

/** The error message for the original expression, without the brackets. */
async function ownFault(expression: string, value: unknown, found: ExpressionFault): Promise<string> {
  try {
    await (await compile("cel", "jq(expression, value)")).run({ expression, value });
    return faultText(found);
  } catch (error) {
    return faultText(error instanceof ExpressionFault ? error : found);
  }
}
