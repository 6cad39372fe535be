// Renders the templates in the block of an action. Fields that a shell or a database interprets follow the rule for
// text in scripts (safe-text.ts): unsafe values are refused, or bound in SQL.
import { isTemplateText } from "#lib/expression/template/header.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { becomesReference } from "#server/spec/fill.ts";
import { ActionInvalid, type ActionKind } from "../action-kind.ts";
import type { Fields } from "./environment.ts";
import { DecidedAtRunTime, evaluated } from "./evaluate.ts";
import { shellWriter } from "./shell-writer.ts";
import { sqlWriter, type SqlWriter } from "./sql-writer.ts";

type Path = readonly string[];

export interface RenderedBlock {
  block: Fields;
  /** The fields that depend on results of earlier actions, in a plan. Their value is `undecidedText`. */
  undecided: readonly string[];
}

export const undecidedText = "(decided at run time)";

export interface BlockToRender {
  kind: Pick<ActionKind, "type" | "scripts" | "untemplated" | "untemplatedIn">;
  block: Fields;
  /** The variables and functions (environment.ts). */
  values: Fields;
  /** Removes secrets from messages about values. */
  scrubber: Scrubber;
}

export async function renderBlock({ kind, block, values, scrubber }: BlockToRender): Promise<RenderedBlock> {
  const untemplated = [...(kind.untemplated ?? []), ...(kind.untemplatedIn?.(block) ?? [])];
  const renderer = new Renderer(values, scrubber, kind.type, kind.scripts ?? {}, untemplated);
  const rendered = (await renderer.value(block, [])) as Fields;
  return { block: rendered, undecided: renderer.undecided };
}

/** Renders all templates in a value without scripts, such as the variables of a playbook. */
export const renderValue = async <Value>(
  value: Value,
  { what, values, scrubber }: { what: string; values: Fields; scrubber: Scrubber },
): Promise<Value> => (await new Renderer(values, scrubber, what, {}, []).value(value, [])) as Value;

/** Maximum nesting depth. Deeper values are not rendered; real specs are never nested this deep. */
const maxDepth = 40;

class Renderer {
  readonly undecided: string[] = [];
  readonly #values: Fields;
  readonly #scrubber: Scrubber;
  readonly #what: string;
  readonly #scripts: readonly (readonly [Path, "shell" | "sql"])[];
  readonly #untemplated: readonly Path[];

  constructor(
    values: Fields,
    scrubber: Scrubber,
    what: string,
    scripts: Readonly<Record<string, "shell" | "sql">>,
    untemplated: readonly string[],
  ) {
    this.#values = values;
    this.#scrubber = scrubber;
    this.#what = what;
    this.#scripts = Object.entries(scripts).map(([path, language]) => [path.split("."), language]);
    this.#untemplated = untemplated.map((path) => path.split("."));
  }

  async value(value: unknown, path: Path): Promise<unknown> {
    if (this.#untemplated.some((other) => contains(other, path))) return value;
    if (typeof value === "string") return this.#text(value, path);
    if (typeof value !== "object" || value === null || path.length > maxDepth) return value;
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const [index, item] of value.entries()) items.push(await this.value(item, [...path, String(index)]));
      return items;
    }
    return this.#fields(value as Fields, path);
  }

  async #fields(fields: Fields, path: Path): Promise<Fields> {
    const rendered: [string, unknown][] = [];
    for (const [key, value] of Object.entries(fields)) {
      const inner = [...path, key];
      const name = isTemplateText(key) && !this.#languageOf(inner) ? await this.#text(key, inner) : key;
      if (this.#languageOf(inner) === "sql" && typeof value === "string") {
        const { text, parameters } = await this.#sql(value, inner);
        rendered.push([name, text]);
        if (parameters.length > 0) rendered.push(["parameters", parameters]);
      } else rendered.push([name, await this.value(value, inner)]);
    }
    return Object.fromEntries(rendered);
  }

  async #text(text: string, path: Path): Promise<string> {
    if (!isTemplateText(text)) return text;
    const language = this.#languageOf(path);
    if (language === "sql") throw new ActionInvalid(`${this.#nameOf(path)}: a query must be a field of an object.`);
    const rendered = await this.#rendered(text, path, language === "shell" ? shellWriter : undefined);
    if (language === undefined && becomesReference(text, rendered, path.at(-1)))
      throw new ActionInvalid(
        `${this.#nameOf(path)} would become a reference, which must be written literally: references in values are not resolved.`,
      );
    return rendered;
  }

  async #sql(text: string, path: Path): Promise<{ text: string; parameters: readonly string[] }> {
    if (!isTemplateText(text)) return { text, parameters: [] };
    // Each attempt has its own writer.
    let writer: SqlWriter | undefined;
    let parameters: readonly string[] = [];
    const rendered = await this.#rendered(text, path, () => (writer = sqlWriter()));
    try {
      parameters = writer?.finish() ?? [];
    } catch (error) {
      throw new ActionInvalid(`${this.#nameOf(path)}: ${(error as Error).message}.`);
    }
    return { text: rendered, parameters: rendered === undecidedText ? [] : parameters };
  }

  async #rendered(text: string, path: Path, writer: Parameters<typeof evaluated>[0]["writer"]): Promise<string> {
    const what = this.#nameOf(path);
    try {
      return String(await evaluated({ notation: "template", text, values: this.#values, what, writer }));
    } catch (error) {
      if (error instanceof DecidedAtRunTime) {
        this.undecided.push(what);
        return undecidedText;
      }
      // Error messages contain values, which may be secret.
      if (error instanceof ActionInvalid) throw new ActionInvalid(this.#scrubber.text(error.message));
      throw error;
    }
  }

  #nameOf = (path: Path) => [this.#what, ...path].join(".");

  #languageOf = (path: Path) => this.#scripts.find(([other]) => contains(other, path))?.[1];
}

/** Whether a path is the field of the pattern or inside it; `*` stands for any key or index. */
const contains = (pattern: Path, path: Path): boolean =>
  pattern.length <= path.length && pattern.every((part, index) => part === "*" || part === path[index]);
