// Runs a script on this machine.
import type { z } from "zod";
import { scriptAccess, shownUrl } from "#areas/connections/server/index.ts";
import { ExecRefused } from "#server/exec/run-command.ts";
import {
  artifactsOf,
  exitCodeOf,
  failureIn,
  interpreterOf,
  runScript,
  scriptFields,
  type ScriptRan,
} from "#server/exec/script.ts";
import { part } from "#server/spec/parts.ts";
import { ActionInvalid, defineAction, type ActionRun, type PlanPart } from "../action-kind.ts";
import { clusterConnectionOf } from "./exec/scraper-connection.ts";
import { cloudAccess, cloudFields, cloudVariables } from "./exec/cloud-access.ts";
import { passedVariables } from "./exec/passed-variables.ts";
import { maxResultLength, outputLines } from "./output/output-lines.ts";
import { unwrapped } from "./output/wrapped-content.ts";

const { timeout: _, connections: _connections, ...fields } = scriptFields;
const { aws, kubernetes } = scriptFields.connections.unwrap().shape;

const spec = part({
  ...fields,
  connections: part({ aws, kubernetes, ...cloudFields })
    .optional()
    .meta({ label: "Connections" }),
});
type Spec = z.output<typeof spec>;

/** Effectively no limit here, because the run's time limit aborts the signal. */
const unlimitedMs = 24 * 24 * 60 * 60_000;
/** The maximum size of an output that is stored as an artifact. */
const maxArtifactBytes = 20 * 1024 * 1024;

export const exec = defineAction({
  type: "exec",
  title: "Exec",
  icon: "exec",
  onlyAdmins: true,
  spec,
  scripts: { script: "shell" },
  // Values cannot set variable names, because a name such as BASH_ENV makes the shell run a file.
  untemplated: ["env.*.name"],

  async plan({ script, env = [], connections = {}, checkout, artifacts = [] }, context) {
    const [program, ...args] = interpreterOf(script);
    const opened = Object.keys(connections).filter((name) => Boolean(connections[name]));
    const names = [
      ...env.map(({ name }) => name),
      ...opened.flatMap((name) => cloudVariables[name] ?? []),
      ...Object.keys(await passedVariables(context)),
    ];
    const parts: PlanPart[] = [
      { title: "Script", contentType: "text/x-shellscript", text: script, isBinding: true },
      ...lines("Environment", [...new Set(names)].sort()),
      ...lines(
        "Connections",
        opened.map((name) => `${name}${referenceIn(connections[name])}`),
      ),
      ...lines("Checkout", checkout ? [checkoutOf(checkout)] : []),
      ...lines(
        "Artifacts",
        artifacts.map(({ path }) => path),
      ),
    ];
    return { summary: `Run a script with ${[program, ...args].join(" ")}`, parts };
  },

  async run(block, run) {
    const outputs = {
      stdout: outputLines(run, "stdout", keptBytes(block, "/dev/stdout")),
      stderr: outputLines(run, "stderr", keptBytes(block, "/dev/stderr")),
    };
    const clouds = await cloudAccess(block.connections ?? {}, run);
    const finished = await asInvalid(async () =>
      runScript(
        await withCluster(block, run),
        { ...run, exec: run.system.exec },
        {
          ...scriptAccess(run),
          timeoutMs: unlimitedMs,
          credentials: { ...clouds, env: { ...(await passedVariables(run)), ...clouds.env } },
          receivers: { onStdout: outputs.stdout.take, onStderr: outputs.stderr.take },
        },
      ),
    );
    await outputs.stdout.end();
    await outputs.stderr.end();
    const whole = {
      ...finished,
      stdout: outputs.stdout.tail(maxArtifactBytes),
      stderr: outputs.stderr.tail(maxArtifactBytes),
    };
    await saveArtifacts(block, whole, run);
    const printed = { stdout: outputs.stdout.tail().trim(), stderr: outputs.stderr.tail().trim() };
    const { text: stdout, contentType } = unwrapped(printed.stdout);
    const { repository } = finished;
    const leftOut = finished.left?.leftOut ?? [];
    return {
      result: {
        stdout,
        stderr: printed.stderr,
        exitCode: exitCodeOf(finished),
        path: finished.path,
        args: commandOf(block.script),
        extra: {
          ...(repository && { git: repository.url, commit: repository.commit }),
          ...(leftOut.length > 0 && { leftOut: [...leftOut] }),
        },
      },
      error: shortened(failureIn({ ...finished, ...printed })),
      contentType,
    };
  },
});

/** Adds access to the cluster of a config item. */
async function withCluster(block: Spec, run: ActionRun): Promise<Spec> {
  const { fromConfigItem, kubernetes: own } = block.connections ?? {};
  if (!fromConfigItem || own) return block;
  const connection = await clusterConnectionOf(fromConfigItem, run);
  return { ...block, connections: { ...block.connections, kubernetes: { connection } } };
}

/** The arguments that run the script. The run page shows them, because they contain the rendered script. */
const commandOf = (script: string) => [
  ...(script.startsWith("#!") ? [] : ["bash", "-c"]),
  script.slice(0, maxResultLength),
];

const keptBytes = ({ artifacts = [] }: Spec, stream: string) =>
  artifacts.some(({ path }) => path === stream) ? maxArtifactBytes : maxResultLength;

/** The whole output is stored, so the error contains only its end. */
const shortened = (error: string | undefined) =>
  error === undefined || error.length <= 4_000 ? error : `${error.slice(0, 200)} … ${error.slice(-3_700)}`;

async function saveArtifacts(block: Spec, finished: ScriptRan, run: ActionRun): Promise<void> {
  for (const file of artifactsOf(block, finished)) await run.artifact(file);
}

/** A script that cannot be started fails without a retry. */
async function asInvalid<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ExecRefused && error.cause === undefined) throw new ActionInvalid(error.message);
    throw error;
  }
}

const lines = (title: string, texts: readonly string[]): PlanPart[] =>
  texts.length === 0 ? [] : [{ title, contentType: "text/plain", text: texts.join("\n"), isBinding: true }];

const referenceIn = (connection: unknown) => {
  if (typeof connection === "string") return ` (${connection})`;
  const by = (connection as { connection?: string } | undefined)?.connection;
  return by ? ` (${by})` : "";
};

const checkoutOf = ({ url, connection: by, ref, branch, destination }: NonNullable<Spec["checkout"]>) =>
  [url ? shownUrl(url, "git") : by, (ref ?? branch) && `at ${ref ?? branch}`, destination && `into ${destination}`]
    .filter(Boolean)
    .join(" ");
