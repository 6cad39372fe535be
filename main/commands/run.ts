// Runs the checks of manifest files once and prints the results, with the same engine as the server.
import process from "node:process";
import { parseArgs } from "node:util";
import { createExec } from "#server/exec/run-command.ts";
import { createFiles } from "#server/files/allowed-files.ts";
import { createWaysOut } from "#server/outbound/ways-out.ts";
import { readEnv } from "#server/env/env.ts";
import { onDefect } from "#lib/process/stray-errors.ts";
import { hasFailed, outputs, print, type Output } from "#areas/health/server/command-line/print.ts";
import { readFiles } from "#areas/health/server/command-line/read-files.ts";
import { runCanaries } from "#areas/health/server/command-line/run-canaries.ts";
import { runCommand } from "./run-command.ts";

const failed = 1;
const unreadable = 2;

const usage = `run FILE… [--strict] [--output table|json|junit] [--namespace NAME]

  FILE                manifests in YAML or JSON; - is standard input
  --strict            run nothing and exit with 2 if a manifest has an unknown field
  --output FORMAT     table (default), json or junit
  --namespace NAME    namespace of canaries without one (default: default)

Exit codes: 0 all checks passed, 1 a check failed, 2 the manifests cannot be run.`;

await runCommand(async ({ log, signal }) => {
  const asked = readArguments();
  if (asked === "help") return end(0, { errors: [], text: `${usage}\n` });
  if (typeof asked === "string") return end(unreadable, { errors: [asked, usage] });
  const env = readEnv();
  onDefect((error) => {
    throw error;
  });
  const { canaries, faults, warnings, notes } = await readFiles(asked.files, {
    namespace: asked.namespace,
    input: process.stdin,
    otherKinds: async () => (await import("../areas.server.ts")).serverAreas.flatMap(({ manifests = [] }) => manifests),
  });
  const warned = warnings.map((warning) => `warning: ${warning}`);
  if (faults.length > 0) return end(unreadable, { errors: [...warned, ...faults] });
  if (asked.isStrict && warned.length > 0)
    return end(unreadable, { errors: [...warned, `Nothing was run because of --strict: ${counted(warned.length)}.`] });
  const around = {
    env,
    log,
    // This command uses no database, so no address has to be protected.
    outbound: createWaysOut({ env, database: { host: "/", port: 0 }, ownPorts: () => [] }),
    exec: createExec({ env, log }),
    files: createFiles(env),
  };
  const results = await runCanaries(canaries, around, { signal });
  const isTerminal = process.stdout.isTTY;
  const text = print(results.lines, asked.output, {
    isColoured: isTerminal && process.stdout.hasColors(),
    columns: isTerminal ? process.stdout.columns : undefined,
  });
  return end(results.lines.some(hasFailed) ? failed : 0, { errors: [...warned, ...notes, ...results.notes], text });
});

function counted(fields: number): string {
  return `${fields} unknown ${fields === 1 ? "field" : "fields"}`;
}

interface Arguments {
  files: string[];
  output: Output;
  namespace: string;
  isStrict: boolean;
}

/** Returns an error message if the arguments are invalid. */
function readArguments(): Arguments | string {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        output: { type: "string", short: "o", default: "table" },
        namespace: { type: "string", short: "n", default: "default" },
        strict: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    if (values.help) return "help";
    const output = outputs.find((item) => item === values.output);
    if (output === undefined) return `--output must be one of ${outputs.join(", ")}, not ${values.output}.`;
    if (positionals.length === 0) return "Specify at least one file to run.";
    return { files: positionals, output, namespace: values.namespace, isStrict: values.strict };
  } catch (error) {
    return (error as Error).message;
  }
}

/** Exits explicitly, because drivers may leave connections open. */
async function end(code: number, { errors, text = "" }: { errors: readonly string[]; text?: string }): Promise<void> {
  const written = (stream: NodeJS.WriteStream, what: string) =>
    new Promise<void>((resolve) => (what === "" ? resolve() : stream.write(what, () => resolve())));
  await written(process.stderr, errors.map((line) => `${line}\n`).join(""));
  await written(process.stdout, text);
  process.exit(code);
}
