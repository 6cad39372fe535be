// Runs one TypeScript file of this repository, with all dependencies, including the tools, and a Node that supports
// TypeScript: `node bin/run.mjs FILE [arguments]`.
import "./require-node.mjs";
import process from "node:process";
import { prepare } from "./prepare.mjs";
import { Refusal, conclude } from "./refusal.mjs";
import { runProgram } from "./run-program.mjs";
import { createSteps } from "./steps.mjs";

await conclude(async () => {
  const [file, ...args] = process.argv.slice(2);
  if (!file) throw new Refusal("Specify the file to run: node bin/run.mjs FILE [arguments].", { code: 2 });
  const node = await prepare(createSteps(), { extent: "all", builds: false, verbose: false });
  return runProgram(node, file, args);
});
