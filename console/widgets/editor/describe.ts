// Human-readable descriptions of a schema.
import { typesOf } from "../form/json-schema.ts";
import type { Shape } from "./schema-at.ts";

/** Returns a short type description to show after a key: "text", "list of numbers", "http | tcp". */
export function typeWords(shapes: readonly Shape[]): string {
  const words = [...new Set(shapes.map(typeWord))];
  return words.length > 3 ? `${words.slice(0, 3).join(" or ")} …` : words.join(" or ");
}

const names: Readonly<Record<string, string>> = {
  string: "text",
  number: "number",
  integer: "whole number",
  boolean: "true or false",
  object: "keys and values",
  array: "list",
  null: "nothing",
};

function typeWord(shape: Shape): string {
  if (shape.const !== undefined) return printed(shape.const);
  if (shape.enum) return shape.enum.length > 4 ? "choice" : shape.enum.map(printed).join(", ");
  const types = typesOf(shape);
  if (types.length === 0) return shape.properties ? "keys and values" : "anything";
  return types.map((type) => names[type] ?? type).join(" or ");
}

export const printed = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

export interface Fact {
  name: string;
  text: string;
}

/** Facts shown below the description. */
export function factsOf(shapes: readonly Shape[], isRequired: boolean): Fact[] {
  const facts: Fact[] = [{ name: "Type", text: typeWords(shapes) }];
  const choices = [...new Set(shapes.flatMap(choicesOf).map(printed))];
  if (choices.length > 4) facts.push({ name: "One of", text: choices.join(", ") });
  if (isRequired) facts.push({ name: "Required", text: "yes" });
  const standard = shapes.find((shape) => shape.default !== undefined)?.default;
  if (standard !== undefined) facts.push({ name: "Default", text: printed(standard) });
  const example = shapes.flatMap((shape) => shape.examples ?? [])[0];
  if (example !== undefined) facts.push({ name: "Example", text: printed(example) });
  return facts;
}

/** The values that the schema lists. */
export function choicesOf(shape: Shape): unknown[] {
  if (shape.const !== undefined) return [shape.const];
  if (shape.enum) return [...shape.enum];
  return typesOf(shape).includes("boolean") ? [true, false] : [];
}

/** The descriptions of all shapes, each once. */
export const descriptionOf = (shapes: readonly Shape[]): string =>
  [...new Set(shapes.map(({ description }) => description).filter((text) => text !== undefined))].join("\n\n");
