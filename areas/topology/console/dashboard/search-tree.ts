// Searches the loaded components. Each word must occur in the name, type, namespace, status or a label of a component.
import type { Topology } from "../../model.ts";

export type Test = (component: Topology) => boolean;

/** Undefined for an empty text. */
export function searchTest(text: string): Test | undefined {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  return ({ name, text: title, type, namespace, status, labels }) => {
    const fields = [name, title, type, namespace, status];
    for (const key in labels) fields.push(`${key}=${labels[key]!}`);
    const all = fields.join("\n").toLowerCase();
    return words.every((word) => all.includes(word));
  };
}

/** The components that match or have a matching descendant. */
export const withMatches = (components: readonly Topology[], test: Test): Topology[] =>
  components.filter((component) => test(component) || withMatches(component.components ?? [], test).length > 0);

/** Also removes branches without a match from the remaining components. All descendants of a match are kept. */
export const prunedTree = (components: readonly Topology[], test: Test): Topology[] =>
  components.flatMap((component): Topology[] => {
    if (test(component)) return [component];
    const below = prunedTree(component.components ?? [], test);
    return below.length > 0 ? [{ ...component, components: below }] : [];
  });
