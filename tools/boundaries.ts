// The import rules between folders. The folders are the layers of the architecture; only this file enforces them,
// because the compiler treats all folders as a single package. Each rule is a sentence that is printed with the
// offending line.
import { importsOf, type Import } from "./imports.ts";

export interface Project {
  /** The text of each file, by its path from the root of the repository. */
  sources: ReadonlyMap<string, string>;
  /** The packages of the server that an installation without development tools has. */
  runtimePackages: ReadonlySet<string>;
  /** The packages of the console and of the build that an installation without development tools has. */
  consolePackages: ReadonlySet<string>;
}

/** The dependencies of package.json that the server may not use. All others are packages of the server. */
export const isForConsole = (name: string) =>
  /^@(?:base-ui|codemirror|fontsource-variable|lezer|tailwindcss|tanstack|vitejs)\//.test(name) || forConsole.has(name);

const forConsole = new Set([
  "@simplewebauthn/browser",
  "@supabase/postgrest-js",
  "dompurify",
  "marked",
  "react",
  "react-dom",
  "react-hook-form",
  "tailwindcss",
  "uplot",
  "vite",
]);

type Zone =
  | "lib"
  | "language"
  | "generated"
  | "server"
  | "console"
  | "area words"
  | "area server"
  | "area console"
  | "main"
  | "tests"
  | "tools"
  | "bin"
  | "nowhere";

interface Place {
  zone: Zone;
  area?: string | undefined;
}

export function placeOf(path: string): Place {
  const [top = "", area, side, ...rest] = path.split("/");
  if (top === "areas" && side === undefined) return { zone: "nowhere" };
  if (top === "areas" && (rest.length === 0 || side === "contract")) return { zone: "area words", area };
  if (top === "areas" && (side === "server" || side === "console")) return { zone: `area ${side}`, area };
  // The only TypeScript files next to SQL are tests.
  if (top === "areas" && side === "schema" && isTest(path)) return { zone: "tests" };
  const zones: Zone[] = ["lib", "language", "generated", "server", "console", "main", "tests", "tools", "bin"];
  // A file next to package.json configures a tool.
  return { zone: zones.find((zone) => zone === top) ?? (area === undefined ? "tools" : "nowhere") };
}

const product: readonly Zone[] = [
  "lib",
  "language",
  "generated",
  "server",
  "console",
  "area words",
  "area server",
  "area console",
  "main",
  "bin",
];

/** The zones that a zone may import from. Imports between areas are decided in refusal(). */
const mayImport: Record<Zone, readonly Zone[]> = {
  lib: ["lib"],
  language: ["lib", "language"],
  generated: ["lib", "language", "generated"],
  server: ["lib", "language", "generated", "server"],
  console: ["lib", "language", "generated", "console"],
  "area words": ["lib", "language", "generated", "area words"],
  "area server": ["lib", "language", "generated", "server", "area words", "area server"],
  "area console": ["lib", "language", "generated", "console", "area words", "area console"],
  main: product,
  tests: [...product, "tests", "tools"],
  tools: [...product, "tests", "tools"],
  bin: ["bin"],
  nowhere: [],
};

/** Zones that also run in browsers, so they are not allowed to use Node. */
const forBrowsers: readonly Zone[] = ["language", "generated", "console", "area words", "area console"];
const reachable: readonly Zone[] = [...forBrowsers, "lib", "main"];
const withoutTools: readonly Zone[] = ["lib", "server", "area server"];
/** Packages of the server that also work in browsers. */
const forBothSides = new Set(["yaml", "zod", "@casl/ability"]);

const isTest = (path: string) => /\.test\.tsx?$/.test(path);

/** Returns every violation, as `file:line: source line` with the violated rule. */
export function breaches(project: Project): string[] {
  const imports = new Map([...project.sources].map(([path, source]) => [path, importsOf(path, source)]));
  const order = areaOrder(project, imports);
  const found: string[] = [];
  for (const [path, all] of imports) {
    if (placeOf(path).zone === "nowhere") found.push(`${path}: it is not in a folder of the architecture.`);
    for (const imported of all) {
      const reason = refusal(path, imported, project, order);
      if (reason) found.push(`${path}:${imported.line}: ${imported.text}\n    ${reason}`);
    }
  }
  return [...found, ...browserReaches(imports), ...cycles(imports)];
}

function refusal(
  path: string,
  { to, typeOnly }: Import,
  project: Project,
  order: readonly string[],
): string | undefined {
  const from = placeOf(path);
  if ("builtin" in to) {
    if (from.zone === "generated") return "generated/ holds types only.";
    return forBrowsers.includes(from.zone) && !isTest(path)
      ? `${from.zone} runs in browsers too: it cannot use Node's ${to.builtin}.`
      : undefined;
  }
  if ("package" in to) return isTest(path) ? undefined : packageRefusal(path, to.package, typeOnly, project);

  const target = placeOf(to.file);
  if (target.zone === "generated" && !typeOnly && from.zone !== "tools" && from.zone !== "tests")
    return "generated/ holds types only: use `import type`.";
  if (from.zone === "generated" && !typeOnly) return "generated/ holds types only: use `import type`.";
  if (isTest(path) && target.zone === "tests") return undefined;
  if (!mayImport[from.zone].includes(target.zone))
    return target.zone === "main" ? "No other folder may import main." : `${from.zone} may not import ${target.zone}.`;
  if (from.area === undefined || target.area === undefined || target.area === from.area) return undefined;

  if (from.zone !== "area server" || target.zone !== "area server")
    return `${from.area} and ${target.area} are two areas: they meet in SQL, by event, by slot or by kind of resource.`;
  if (to.file !== `areas/${target.area}/server/index.ts`)
    return `Import another area only through its index file: areas/${target.area}/server/index.ts.`;
  return order.includes(target.area) && order.indexOf(target.area) < order.indexOf(from.area)
    ? undefined
    : `${target.area} is not listed before ${from.area} in main/areas.server.ts.`;
}

function packageRefusal(
  path: string,
  name: string,
  typeOnly: boolean,
  { runtimePackages, consolePackages }: Project,
): string | undefined {
  const { zone } = placeOf(path);
  if (zone === "bin") return "bin/ runs before anything is installed: it has no packages.";
  if (zone === "generated") return "generated/ takes types from language/ only.";
  if ((zone === "language" || zone === "area words") && name !== "zod") return `${zone} imports no package but zod.`;
  if (typeOnly) return undefined;
  if (forBrowsers.includes(zone) && runtimePackages.has(name) && !forBothSides.has(name))
    return `${name} is a package of the server.`;
  if (withoutTools.includes(zone) && consolePackages.has(name)) return `${name} is a package of the console.`;
  if (
    (withoutTools.includes(zone) || forBrowsers.includes(zone) || path.startsWith("vite.")) &&
    !runtimePackages.has(name) &&
    !consolePackages.has(name)
  )
    return `${name} is not among the dependencies in package.json: an installation without development tools lacks it.`;
  return undefined;
}

/** Returns the areas in the order of main/areas.server.ts. */
function areaOrder({ sources }: Project, imports: ReadonlyMap<string, readonly Import[]>): string[] {
  const list = "main/areas.server.ts";
  const text = (sources.get(list) ?? "").replaceAll(/^import[^;]*;/gm, "");
  const areas = (imports.get(list) ?? []).flatMap(({ to, text: line }) => {
    const area = "file" in to ? placeOf(to.file).area : undefined;
    const name = /\{\s*(\w+)/.exec(line)?.[1];
    return area && name ? [{ area, at: text.search(new RegExp(`\\b${name}\\b`)) }] : [];
  });
  return areas
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ area }) => area);
}

/**
 * Finds server files that browsers would load: main may import anything, so the imports of its browser side are
 * followed.
 */
function browserReaches(imports: ReadonlyMap<string, readonly Import[]>): string[] {
  const entries = [...imports.keys()].filter((path) => /^main\/(?:.*\.)?console\.tsx?$/.test(path));
  const found: string[] = [];
  const seen = new Set<string>();
  const follow = (path: string, trail: readonly string[]) => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { to, typeOnly, line, text } of imports.get(path) ?? []) {
      if (typeOnly || "package" in to) continue;
      const bad = "builtin" in to || !reachable.includes(placeOf(to.file).zone);
      if (bad)
        found.push(
          `${path}:${line}: ${text}\n    The console would pull it into browsers (${[...trail, path].join(" → ")}).`,
        );
      else if ("file" in to) follow(to.file, [...trail, path]);
    }
  };
  for (const entry of entries) follow(entry, []);
  return found;
}

/**
 * Finds import cycles. Type imports are ignored, because the type of the system refers to its parts, and the parts
 * receive the system.
 */
function cycles(imports: ReadonlyMap<string, readonly Import[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]) => {
    if (done.has(path)) return;
    const back = trail.indexOf(path);
    if (back >= 0) {
      found.push(`${[...trail.slice(back), path].join(" → ")}\n    No cycles.`);
      return;
    }
    for (const { to, typeOnly } of imports.get(path) ?? [])
      if ("file" in to && !typeOnly) visit(to.file, [...trail, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return found;
}
