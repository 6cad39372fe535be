// Completions at the cursor, from the schema: missing keys, allowed values, list entries, and objects with their
// required keys.
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
  snippet,
} from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import { type JsonSchema, typesOf } from "../form/json-schema.ts";
import { choicesOf, descriptionOf, printed, typeWords } from "./describe.ts";
import { drawDocs } from "./docs.ts";
import { outlineOf } from "./outline.ts";
import { hasColon, type Place, placeAt } from "./place.ts";
import { type Shape, shapesAt, shapesOf } from "./schema-at.ts";
import { itemShapes, itemTemplate, keyTemplate, printScalar, requiredTemplate } from "./template.ts";

export interface CompletionSettings {
  schema: JsonSchema;
  language: "yaml" | "json";
}

/**
 * Whether the completion is a key whose values the schema lists. After it is chosen, the list of values opens at once.
 */
export const opensNext = ({ type }: Completion) => type === "choice";

export function completeAt(
  context: CompletionContext,
  { schema, language }: CompletionSettings,
): CompletionResult | null {
  const text = context.state.doc.toString();
  const outline = outlineOf(text, context.pos);
  const place = placeAt(text, outline, context.pos);
  if (!place) return null;
  // On a new line the list opens only after a character is typed, so that the list does not cover the text.
  const isWanted = context.explicit || context.pos > place.from || /[:-] $/.test(text.slice(0, context.pos));
  if (!isWanted) return null;
  const typing = place.entry;
  const shapes = shapesAt(schema, outline, place.path, typing);
  const options = new Options({ text, place, schema, isJson: language === "json" });
  if (place.kind === "key") options.keys(shapes);
  else if (place.kind === "item") options.items(shapes);
  else if (place.kind === "value") options.values(shapes);
  else options.anything(shapes);
  if (options.list.length === 0) return null;
  // A complete value closes the list, which would otherwise consume the next Enter.
  const values = new Set(options.list.filter(({ type }) => type === "value").map(({ label }) => label));
  if (!context.explicit && values.has(text.slice(place.from, context.pos))) return null;
  return {
    from: place.from,
    to: place.to,
    options: options.list,
    validFor: (typed) => /^["']?[\w$./-]*$/.test(typed) && !values.has(typed),
  };
}

interface Context {
  text: string;
  place: Place;
  schema: JsonSchema;
  isJson: boolean;
}

class Options {
  readonly list: Completion[] = [];
  readonly #context: Context;
  /** The extra indentation of template lines after the first; CodeMirror adds the indentation of the current line. */
  readonly #pad: string;

  constructor(context: Context) {
    this.#context = context;
    const { text, place } = context;
    const lineFrom = text.lastIndexOf("\n", place.from - 1) + 1;
    const before = text.slice(lineFrom, place.from);
    this.#pad = " ".repeat(before.length - (/^ */.exec(before)?.[0].length ?? 0));
  }

  keys(shapes: readonly Shape[]) {
    const { text, place, schema } = this.#context;
    const there = new Set(place.node.kind === "map" ? place.node.entries.map(({ key }) => key) : []);
    if (place.entry && place.kind === "key") there.delete(place.entry.key);
    const isNamed = hasColon(text, place);
    for (const [name, { inner, isRequired, isOld }] of keysOf(shapes, schema)) {
      if (there.has(name)) continue;
      const isChoice = inner.flatMap(choicesOf).length > 1;
      this.list.push({
        ...this.#labelled(name),
        detail: typeWords(inner),
        type: isChoice && !isNamed ? "choice" : "property",
        boost: (isOld ? -50 : isRequired ? 40 : 0) - this.#rank(),
        info: () => drawDocs({ name, shapes: inner, isRequired }),
        apply: isNamed ? this.#quoted(name) : this.#keyInsertion(name, inner),
      });
    }
  }

  values(shapes: readonly Shape[]) {
    const { text, place } = this.#context;
    const space = text[place.from - 1] === ":" ? " " : "";
    const candidates = shapes.flatMap((shape) =>
      [...choicesOf(shape), ...(shape.examples ?? []), ...(shape.default === undefined ? [] : [shape.default])]
        .filter((value) => typeof value !== "object" || value === null)
        .map((value) => ({ value, shape })),
    );
    const seen = new Set<string>();
    for (const { value, shape } of candidates) {
      const label = printed(value);
      if (label === "" || seen.has(label)) continue;
      seen.add(label);
      const description = descriptionOf([shape]);
      this.list.push({
        ...this.#labelled(label, typeof value === "string"),
        type: "value",
        boost: value === shape.default ? 50 : -this.#rank(),
        ...(value === shape.default && { detail: "default" }),
        ...(description && shape.const !== undefined && { info: description }),
        apply: space + (this.#context.isJson ? JSON.stringify(value) : printScalar(value)),
      });
    }
  }

  items(shapes: readonly Shape[]) {
    const { place, schema } = this.#context;
    if (place.isFlow) return;
    for (const shape of shapes.filter((list) => typesOf(list).includes("array"))) {
      for (const item of itemShapes(shape, schema)) {
        this.list.push({
          label: item.title ? `- ${item.title}` : "- entry",
          detail: typeWords([item]),
          type: "shape",
          info: descriptionOf([item]) || "A new list entry",
          apply: this.#template(itemTemplate([item], schema, this.#pad)),
        });
      }
    }
  }

  anything(shapes: readonly Shape[]) {
    const { schema, place } = this.#context;
    const objects = shapes.filter((shape) => typesOf(shape).includes("object") || shape.properties);
    if (objects.length > 1 && !place.isFlow) {
      for (const shape of objects.filter(({ title, required = [] }) => title !== undefined && required.length > 0)) {
        this.list.push({
          label: shape.title ?? "",
          detail: shape.required?.join(", ") ?? "",
          type: "shape",
          boost: 99,
          ...(shape.description && { info: shape.description }),
          apply: this.#template(requiredTemplate(shape, schema, this.#pad)),
        });
      }
    }
    if (!place.isFlow) this.keys(objects);
    this.values(shapes);
    this.items(shapes);
  }

  /** Keeps the order of the schema instead of sorting by name. */
  #rank() {
    return Math.min(40, this.list.length);
  }

  /** In JSON the typed text includes the quotes, so the label needs them for matching. */
  #labelled(word: string, isText = true) {
    return this.#context.isJson && isText ? { label: JSON.stringify(word), displayLabel: word } : { label: word };
  }

  #quoted(name: string) {
    return this.#context.isJson ? JSON.stringify(name) : printScalar(name);
  }

  #keyInsertion(name: string, inner: readonly Shape[]) {
    const { schema, place, isJson } = this.#context;
    if (isJson || place.isFlow) return `${this.#quoted(name)}: `;
    return this.#template(keyTemplate(name, inner, schema, this.#pad));
  }

  #template(template: string) {
    const insert = snippet(template);
    // A template whose only gap is at the end is inserted as plain text, with the cursor at the end.
    const plain = /^[^$\\]*\$\{\}$/.test(template) && !template.includes("\n") ? template.slice(0, -3) : undefined;
    return (view: EditorView, completion: Completion, from: number, to: number) => {
      if (plain === undefined) insert(view, completion, from, to);
      else
        view.dispatch({
          changes: { from, to, insert: plain },
          selection: { anchor: from + plain.length },
          annotations: pickedCompletion.of(completion),
          scrollIntoView: true,
          userEvent: "input.complete",
        });
    };
  }
}

interface Key {
  inner: Shape[];
  isRequired: boolean;
  isOld: boolean;
}

function keysOf(shapes: readonly Shape[], root: JsonSchema): Map<string, Key> {
  const keys = new Map<string, Key>();
  for (const { properties = {}, required = [], propertyNames } of shapes) {
    const names = (propertyNames?.enum ?? []).filter((name) => typeof name === "string");
    for (const name of [...Object.keys(properties), ...names]) {
      const inner = shapesOf(properties[name], root);
      const known = keys.get(name) ?? { inner: [], isRequired: false, isOld: false };
      keys.set(name, {
        inner: [...known.inner, ...inner],
        isRequired: known.isRequired || required.includes(name),
        isOld: known.isOld || inner.some(({ deprecated }) => deprecated),
      });
    }
  }
  return keys;
}
