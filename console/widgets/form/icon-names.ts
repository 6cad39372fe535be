// Every icon by its name, and those that somebody means by a few letters.
import { brands, ownShapes, shapes } from "#console/widgets/technology/technologies.ts";

export const iconNames: readonly string[] = [...new Set([...brands, ...ownShapes.keys(), ...shapes.keys()])].sort();

/** Names that begin with it come first. */
export function findIcons(text: string): readonly string[] {
  const sought = text.trim().toLowerCase();
  if (sought === "") return iconNames;
  const found = iconNames.filter((name) => name.includes(sought));
  return [...found.filter((name) => name.startsWith(sought)), ...found.filter((name) => !name.startsWith(sought))];
}
