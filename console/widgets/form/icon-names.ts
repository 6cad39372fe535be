// The names of all icons, and the search among them.
import { brands, ownShapes, shapes } from "#console/widgets/technology/technologies.ts";

export const iconNames: readonly string[] = [...new Set([...brands, ...ownShapes.keys(), ...shapes.keys()])].sort();

/** Names that begin with the text come first. */
export function findIcons(text: string): readonly string[] {
  const search = text.trim().toLowerCase();
  if (search === "") return iconNames;
  const found = iconNames.filter((name) => name.includes(search));
  return [...found.filter((name) => name.startsWith(search)), ...found.filter((name) => !name.startsWith(search))];
}
