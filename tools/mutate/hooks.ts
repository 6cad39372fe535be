// Module hooks for mutants: a module of the data API imported with `?mutant=N`, and every module of the data API that
// it imports, is loaded from the sources of that mutant.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { ticking, type Mutant } from "./mutants.ts";

const url = (path: string) => new URL(path, import.meta.url).href;
const stage = url("./stage.ts");
const dataApi = url("../../server/data-api/");
const app = url("../../server/http/app.ts");
const tests = url("../../tests/conformance/");

const onStage = (specifier: string, parent: string) =>
  (specifier === "vitest" && parent !== stage) ||
  (parent.startsWith(tests) &&
    parent.endsWith(".test.ts") &&
    /^(?:\.\.\/test-server|\.\/fixture)\.ts$/.test(specifier)) ||
  (parent === app && /^(?:\.\.\/data-api\/routes|\.\/metrics)\.ts$/.test(specifier));

const sources = new Map<string, string>();

function unchanged(path: string): string {
  let source = sources.get(path);
  if (source === undefined) sources.set(path, (source = ticking(readFileSync(path, "utf8"))));
  return source;
}

export function hookMutants(mutants: readonly (Mutant | undefined)[]): void {
  registerHooks({
    resolve(specifier, context, next) {
      const parent = context.parentURL ?? "";
      if (onStage(specifier, parent)) return { url: stage, shortCircuit: true };
      const found = next(specifier, context);
      const query = /\?mutant=\d+$/.exec(parent)?.[0] ?? "";
      return query !== "" && found.url.startsWith(dataApi) ? { ...found, url: found.url + query } : found;
    },
    load(address, context, next) {
      const [, plain = "", number = ""] = /^(.*)\?mutant=(\d+)$/.exec(address) ?? [];
      if (plain === "") return next(address, context);
      const path = fileURLToPath(plain);
      const mutant = mutants[Number(number)];
      const source = mutant && path.endsWith(`/${mutant.file}`) ? mutant.source : unchanged(path);
      // Loaded modules are never unloaded, so the plan caches of the mutants would fill the memory.
      const forgetful = source.replace(/\b(m\w+Statements) = 2_000/, "$1 = 1");
      return { format: "module-typescript", source: forgetful, shortCircuit: true };
    },
  });
}
