import { spawn } from "node:child_process";
import { basename } from "node:path";
import process from "node:process";
import { Refusal } from "./refusal.mjs";

/** The npm that started this process, or else the npm on the PATH. */
function npmCommand() {
  const running = process.env["npm_execpath"];
  return running && basename(running) === "npm-cli.js" ? [process.execPath, running] : ["npm"];
}

/**
 * The last lines of npm's output, without its prefixes, references to its log and usage texts. @param {string} output
 */
const lastLines = (output) =>
  output
    .split(/^npm (?:error|ERR!) (?:Clean install a project|Install a package)$/m, 1)
    .join("")
    .split("\n")
    .map((line) => line.replace(/^npm (error|ERR!) ?/, "").trimEnd())
    .filter((line) => line && !/^A complete log of this run|debug-0\.log$|^npm warn/.test(line))
    .slice(-8)
    .map((line) => `  ${line}`)
    .join("\n");

/**
 * Runs npm without output. If it fails, the error message contains its last lines.
 * @param {string[]} args
 * @param {{ cwd: string, failing: string }} options `failing`: the start of the error message, such as "The dependencies
 *   could not be installed".
 * @returns {Promise<void>}
 */
export async function npm(args, { cwd, failing }) {
  const [command = "npm", ...before] = npmCommand();
  const child = spawn(command, [...before, ...args], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    // Colours and update notices would clutter the error message.
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", NO_UPDATE_NOTIFIER: "1" },
  });
  let output = "";
  const keep = (/** @type {Buffer} */ chunk) => void (output = (output + chunk.toString()).slice(-8000));
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const { code, signal, error } = await new Promise((resolve) => {
    child.on("error", (problem) => resolve({ error: problem }));
    child.on("close", (exit, by) => resolve({ code: exit, signal: by }));
  });
  if (error?.code === "ENOENT")
    throw new Refusal(`${failing}: npm is not on this machine's PATH. Install it with Node and start again.`);
  if (error) throw new Refusal(`${failing}: ${error.message}`);
  if (signal) throw new Refusal(`${failing}: npm was killed by ${signal}.`);
  if (/ENOSPC/.test(output) && code !== 0)
    throw new Refusal(`${failing} because the disk is full. Free some space and start again.`);
  if (code !== 0) throw new Refusal(`${failing}. npm printed:\n${lastLines(output)}`);
}
