// `npm run check`: the fast checks during development, which are types, lint, formatting, import rules and all tests
// without a database.
import { stopOnSignals } from "./command.ts";
import { sum, total } from "./result.ts";
import { formatting, lint, types, vitest } from "./stages.ts";

stopOnSignals();
const result = sum(
  await Promise.all([types({ isKept: true }), lint(), formatting(), vitest("boundaries, unit, dom", ["unit", "dom"])]),
);
console.log(`\n${total(result)}`);
process.exitCode = result.failed > 0 ? 1 : 0;
