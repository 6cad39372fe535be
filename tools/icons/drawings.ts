// Generates the interface icons from lucide (ISC), and the technology icons as SVG sprites from simple-icons (CC0),
// lucide and our own drawings. Both collections are read from packages with one JSON file each; the packages of the
// projects themselves are ten times as large.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brands, actionShapes, FALLBACK, ownShapes, shapes } from "../../console/widgets/technology/technologies.ts";

interface Collection {
  readonly icons: Readonly<Record<string, { readonly body: string }>>;
  /** Former names of icons. */
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>;
}

const readCollection = (packages: string, name: "lucide" | "simple-icons") =>
  JSON.parse(readFileSync(join(packages, "@iconify-json", name, "icons.json"), "utf8")) as Collection;

/** The interface icons by name, in the files of console/widgets/icons. The names are the keys of these files. */
export function interfaceIconsOf(packages: string, names: readonly string[]): string {
  const lucide = readCollection(packages, "lucide");
  const drawn = names.toSorted().map((name) => [name, drawing(lucide, lucide.aliases?.[name]?.parent ?? name)]);
  return `${JSON.stringify(Object.fromEntries(drawn), undefined, 2)}\n`;
}

/**
 * Returns the drawings by file name in console/widgets/technology. Shapes are small and used on every page, so they
 * share one file.
 */
export function drawingsOf(packages: string): ReadonlyMap<string, string> {
  const lucide = readCollection(packages, "lucide");
  const simpleIcons = readCollection(packages, "simple-icons");
  const wanted = [...new Set([...shapes.values(), ...actionShapes.map(([, shape]) => shape), FALLBACK])].sort();
  const drawn = wanted.map((shape) => symbol(shape, drawing(lucide, shape), outlined));
  return new Map([
    ["shapes.svg", picture(drawn)],
    ...brands.map((slug): [string, string] => [
      `marks/${slug}.svg`,
      picture([symbol("mark", mark(simpleIcons, slug))]),
    ]),
    ...[...ownShapes].map(([name, own]): [string, string] => [`marks/${name}.svg`, picture([symbol("mark", own)])]),
  ]);
}

const picture = (symbols: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`;

const outlined =
  ' fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"';

const symbol = (id: string, drawn: string, attributes = ' fill="currentColor"') =>
  `<symbol id="${id}" viewBox="0 0 24 24"${attributes}>${drawn}</symbol>`;

function mark(simpleIcons: Collection, slug: string): string {
  const icon = simpleIcons.icons[slug];
  if (!icon) throw new Error(`simple-icons has no mark named ${slug}`);
  return icon.body.replaceAll(' fill="currentColor"', "");
}

/** The symbol or the page sets colour, width and ends of the strokes, so the drawing leaves them out. */
const strokes = / (?:fill="none"|stroke="currentColor"|stroke-(?:linecap|linejoin)="round"|stroke-width="2")/g;

function drawing(lucide: Collection, shape: string): string {
  const icon = lucide.icons[shape];
  if (!icon) throw new Error(`lucide has no icon named ${shape}`);
  return icon.body.replaceAll(strokes, "").replaceAll(/<\/?g>/g, "");
}
