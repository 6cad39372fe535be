// Prepares a clone before any TypeScript can run: dependencies and a suitable Node; for `start` also the built console
// and server.
import { join } from "node:path";
import process from "node:process";
import { build, CONSOLE, isBuilt, isPart, mainFileOf, SERVER } from "./build.mjs";
import { compile, isCompiled } from "./compile.mjs";
import { install, isInstalled } from "./install.mjs";
import { alone } from "./lock.mjs";
import { REPOSITORY, RUNTIME } from "./place.mjs";
import { Refusal } from "./refusal.mjs";
import { fetchNode, readyNode } from "./runtime.mjs";

/**
 * @typedef {import("./steps.mjs").Steps} Steps
 * @typedef {import("./steps.mjs").Step} Step
 */

/**
 * Runs the task only if needed, and checks again once it has the lock: another start may have finished it in the meantime.
 * It never writes to a clone that is complete, so that the clone may be read-only.
 * @param {Steps} steps
 * @param {{ name: string, verbose: boolean, isDone: () => boolean, done: () => string, work: (step: Step) => Promise<unknown> }} task
 */
async function ensure(steps, { name, verbose, isDone, done, work }) {
  if (isDone()) {
    if (verbose) await steps.run(name, (step) => step.detail(done()));
    return;
  }
  await steps.run(name, (step) => {
    const waiting = (/** @type {number} */ pid) =>
      step.detail(`waiting for process ${pid}, which is preparing this directory`);
    return alone(join(RUNTIME, "preparing"), { waiting }, () => (isDone() ? step.detail(done()) : work(step)));
  });
}

const missing = () => [CONSOLE, SERVER].filter((target) => isPart(target) && !isBuilt(target));

/** The program that a start runs: the built server, or its sources if the clone has no build configuration. */
export const serverProgram = () => (isPart(SERVER) ? mainFileOf(SERVER) : join(REPOSITORY, "main/server.ts"));

/**
 * @param {Steps} steps
 * @param {{ builds: boolean, verbose: boolean }} options `verbose`: show the steps that have nothing to do, too.
 * @returns {Promise<string>} the Node to run TypeScript with
 */
export async function prepare(steps, { builds, verbose }) {
  await ensure(steps, { name: "install", verbose, isDone: isInstalled, done: () => "up to date", work: install });
  await ensure(steps, {
    name: "runtime",
    verbose,
    isDone: () => readyNode() !== undefined,
    done: () =>
      readyNode() === process.execPath ? `this machine's Node ${process.versions.node}` : "Node 24, fetched before",
    work: fetchNode,
  });
  const node = readyNode();
  if (!node) throw new Refusal("The downloaded Node is missing in .runtime/. Start again.");
  if (builds) {
    await ensure(steps, {
      name: "build",
      verbose,
      isDone: () => missing().length === 0 && isCompiled(),
      done: () => (isPart(CONSOLE) ? "up to date" : "no console in this clone"),
      work: async (step) => {
        const targets = missing();
        step.detail(
          targets.length > 0 ? `building the ${targets.map(({ name }) => name).join(" and the ")}` : "compiling",
        );
        const built = await Promise.all(targets.map((target) => build(node, target)));
        if (!isCompiled()) await compile(node);
        step.detail(isPart(CONSOLE) ? built.join(", ") || "compiled" : "no console in this clone");
      },
    });
  }
  return node;
}
