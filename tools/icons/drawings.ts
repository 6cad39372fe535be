// Generates the interface icons from lucide (ISC), and the technology icons as SVG sprites from simple-icons (CC0), lucide
// and our own drawings. Both packages are large and only needed here.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brands, actionShapes, FALLBACK, ownShapes, shapes } from "../../console/widgets/technology/technologies.ts";

type Node = readonly [tag: string, attributes: Readonly<Record<string, string | number>>];

/** The interface icons by name, in the files of console/widgets/icons. The names are the keys of these files. */
export async function interfaceIconsOf(packages: string, names: readonly string[]): Promise<string> {
  const drawn = names.toSorted().map(async (name) => [name, await drawing(packages, nameInLucide(packages, name))]);
  return `${JSON.stringify(Object.fromEntries(await Promise.all(drawn)), undefined, 2)}\n`;
}

/** Follows a former name of an icon to its present one. */
function nameInLucide(packages: string, name: string): string {
  const source = readFileSync(join(packages, "lucide-react/dist/esm/icons", `${name}.mjs`), "utf8");
  return /^export \{ default \} from '\.\/([a-z0-9-]+)\.mjs'/m.exec(source)?.[1] ?? name;
}

/**
 * Returns the drawings by file name in console/widgets/technology. Shapes are small and used on every page, so they
 * share one file.
 */
export async function drawingsOf(packages: string): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set([...shapes.values(), ...actionShapes.map(([, shape]) => shape), FALLBACK])].sort();
  const drawn = wanted.map(async (shape) => symbol(shape, await drawing(packages, shape), outlined));
  return new Map([
    ["shapes.svg", picture(await Promise.all(drawn))],
    ...brands.map((slug): [string, string] => [`marks/${slug}.svg`, picture([symbol("mark", mark(packages, slug))])]),
    ...[...ownShapes].map(([name, own]): [string, string] => [`marks/${name}.svg`, picture([symbol("mark", own)])]),
  ]);
}

const picture = (symbols: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`;

const outlined =
  ' fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"';

const symbol = (id: string, drawn: string, attributes = ' fill="currentColor"') =>
  `<symbol id="${id}" viewBox="0 0 24 24"${attributes}>${drawn}</symbol>`;

function mark(packages: string, slug: string): string {
  const source = readFileSync(join(packages, "simple-icons/icons", `${slug}.svg`), "utf8");
  const paths = source.match(/<path [^>]+>/g);
  if (!paths) throw new Error(`simple-icons has no path for ${slug}`);
  return paths.join("");
}

async function drawing(packages: string, shape: string): Promise<string> {
  const file = join(packages, "lucide-react/dist/esm/icons", `${shape}.mjs`);
  const { __iconData } = (await import(pathToFileURL(file).href)) as { __iconData?: { node: readonly Node[] } };
  if (!__iconData) throw new Error(`lucide renamed ${shape}: see ${file} for the new name`);
  return __iconData.node.map(element).join("");
}

/** Leaves out React's key attribute. */
const element = ([tag, attributes]: Node) =>
  `<${tag}${Object.entries(attributes)
    .filter(([name]) => name !== "key")
    .map(([name, value]) => ` ${name}="${value}"`)
    .join("")}/>`;
