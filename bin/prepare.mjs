// Prepares a clone before TypeScript can run: dependencies and a suitable Node, and for `start` the built console and
// server.
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
 * @typedef {object} Task
 * @property {string} name
 * @property {string} [lock] tasks with different locks can run at the same time
 * @property {() => boolean} isDone
 * @property {() => string} done the detail of the step if there is nothing to do
 * @property {(step: Step) => Promise<unknown>} work
 */

/**
 * Begins the task if it is needed; `show` shows it as a step and waits until it is finished. Once the task has the
 * lock, it checks again whether it is needed: another start may have finished it in the meantime. It never writes to a
 * clone that is complete, so that the clone may be read-only.
 * @param {Task} task
 * @returns {{ end: Promise<unknown>, show: (steps: Steps, options: { verbose: boolean }) => Promise<void> }}
 */
function begin({ name, lock = "preparing", isDone, done, work }) {
  if (isDone())
    return {
      end: Promise.resolve(),
      async show(steps, { verbose }) {
        if (verbose) await steps.run(name, (step) => step.detail(done()));
      },
    };
  let latest = "";
  /** @type {Step["detail"]} */
  let detail = (text) => void (latest = text);
  const step = { detail: (/** @type {string} */ text) => detail(text) };
  const waiting = (/** @type {number} */ pid) =>
    step.detail(`waiting for process ${pid}, which is preparing this directory`);
  const end = alone(join(RUNTIME, lock), { waiting }, () => (isDone() ? step.detail(done()) : work(step)));
  // `show` reports the failure.
  end.catch(() => {});
  return {
    end,
    show: (steps) =>
      steps.run(name, async (shown) => {
        shown.detail(latest);
        detail = shown.detail;
        await end;
      }),
  };
}

const missing = () => [CONSOLE, SERVER].filter((target) => isPart(target) && !isBuilt(target));

/** The program that a start runs: the built server, or its sources if the clone has no build configuration. */
export const serverProgram = () => (isPart(SERVER) ? mainFileOf(SERVER) : join(REPOSITORY, "main/server.ts"));

/** @param {import("./install.mjs").Extent} extent @returns {Task} */
const installation = (extent) => ({
  name: "install",
  isDone: () => isInstalled(extent),
  done: () => "up to date",
  work: (step) => install(step, extent),
});

/** @type {Task} */
const runtime = {
  name: "runtime",
  lock: "fetching-node",
  isDone: () => readyNode() !== undefined,
  done: () =>
    readyNode() === process.execPath ? `this machine's Node ${process.versions.node}` : "Node 24, downloaded earlier",
  work: fetchNode,
};

/** @param {string} node @returns {Task} */
const building = (node) => ({
  name: "build",
  isDone: () => missing().length === 0 && isCompiled(),
  done: () => (isPart(CONSOLE) ? "up to date" : "no console in this clone"),
  work: async (step) => {
    const targets = missing();
    step.detail(targets.length > 0 ? `building the ${targets.map(({ name }) => name).join(" and the ")}` : "compiling");
    const built = await Promise.all(
      targets.map(async (target) => {
        const result = await build(node, target);
        if (target === SERVER) await compile(node);
        return result;
      }),
    );
    if (!isCompiled()) await compile(node);
    step.detail(isPart(CONSOLE) ? built.join(", ") || "compiled" : "no console in this clone");
  },
});

/**
 * @param {Steps} steps
 * @param {{ extent: import("./install.mjs").Extent, builds: boolean, verbose: boolean }} options
 *   `verbose`: also show the steps that have nothing to do.
 * @returns {Promise<string>} the Node to run TypeScript with
 */
export async function prepare(steps, { extent, builds, verbose }) {
  // Node is fetched while the packages are installed.
  const fetched = begin(runtime);
  try {
    await begin(installation(extent)).show(steps, { verbose });
  } catch (error) {
    // Waits, so that no npm process keeps running after the error message.
    await fetched.end.catch(() => {});
    throw error;
  }
  await fetched.show(steps, { verbose });
  const node = readyNode();
  if (!node) throw new Refusal("The downloaded Node is missing in .runtime/. Start again.");
  if (builds) await begin(building(node)).show(steps, { verbose });
  return node;
}
