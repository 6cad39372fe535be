// Runs an action in the same way as the run engine, but without a run: parses its block, runs its kind, and removes
// secrets from everything that is stored.
//
//   const { outcome, output } = await runAction("exec", { script: "echo ahoy" });
import { actionKinds } from "#areas/playbooks/server/actions/index.ts";
import type {
  ActionContext,
  ActionKind,
  ActionOutcome,
  ActionRun,
  ChildResult,
  ChildRun,
  Plan,
} from "#areas/playbooks/server/action-kind.ts";
import { addressConnection, type OpenConnection } from "#areas/connections/server/index.ts";
import { reachFor } from "#areas/connections/server/index.ts";
import type { System } from "#server/area.ts";
import { createExec } from "#server/exec/run-command.ts";
import { createFiles } from "#server/files/allowed-files.ts";
import { createOutbound } from "#server/outbound/create-outbound.ts";
import type { Outbound } from "#server/outbound/outbound.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { testLog } from "./database.ts";

const env = {
  allowExec: true,
  allowDirectories: [],
  dataDir: "/nonexistent/data",
  publicUrl: "https://deck.example",
  allowedVariables: new Map([["ACTION_SECRET", "s3cret-of-the-action"]]),
  commandEnvironment: { PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C.UTF-8" },
};

export const runId = "0190f2a4-7f00-7000-8000-000000000001";
export const playbookId = "0190f2a4-7f00-7000-8000-000000000002";

export interface ActionOptions {
  outbound?: Outbound;
  signal?: AbortSignal;
  /** Stored connections by reference. */
  connections?: Readonly<Record<string, Partial<OpenConnection>>>;
  system?: Partial<System>;
  resource?: ActionContext["resource"];
  values?: Readonly<Record<string, unknown>>;
  properties?: Readonly<Record<string, string>>;
  /** The cluster that the server runs in. */
  cluster?: ActionContext["cluster"];
  onOutput?: (text: string, stream: "stdout" | "stderr") => void;
  children?: (children: readonly ChildRun[]) => readonly ChildResult[];
}

export interface Acted {
  outcome: ActionOutcome;
  output: { stdout: string; stderr: string };
  artifacts: { path: string; contentType?: string | undefined; text: string }[];
}

export function kindOf(type: string): ActionKind {
  const kind = actionKinds.find((each) => each.type === type);
  if (!kind) throw new Error(`There is no action ${type}`);
  return kind;
}

/** Returns the messages of an invalid block. */
export const faultsOf = (type: string, block: unknown): string[] =>
  (kindOf(type).spec.safeParse(block).error?.issues ?? []).map(({ path, message }) => `${path.join(".")} ${message}`);

export function actionContext(options: ActionOptions = {}): ActionContext {
  const { outbound = createOutbound(), connections = {}, signal = new AbortController().signal } = options;
  const scrubber = createScrubber();
  const system = {
    env,
    log: testLog,
    outbound: () => outbound,
    exec: createExec({ env, log: testLog }),
    files: createFiles(env),
    ...options.system,
  } as unknown as System;
  const reach = reachFor(system, {
    subject: { kind: "playbook", id: playbookId, name: "tests" },
    namespace: "default",
    scrubber,
    purpose: "playbook",
    system: options.system?.db ? system : undefined,
  });
  return {
    run: { id: runId, playbookId },
    name: "test",
    resource: options.resource,
    outbound,
    system,
    cluster: options.cluster,
    signal,
    scrubber,
    values: options.values,
    value: reach.value,
    property: async (name) => options.properties?.[name],
    async connection(reaching) {
      const stored = connections[reaching.connection ?? ""];
      if (!stored) return reach.connection(reaching);
      scrubber.know(stored.password, stored.certificate);
      const base = addressConnection(stored.url ?? null, { namespace: "default", scrubber });
      return { ...base, id: "1", name: "stored", ...stored };
    },
  };
}

export async function runAction(type: string, block: unknown, options: ActionOptions = {}): Promise<Acted> {
  const kind = kindOf(type);
  const context = actionContext(options);
  const output = { stdout: "", stderr: "" };
  const artifacts: Acted["artifacts"] = [];
  const { scrubber } = context;
  const run: ActionRun = {
    ...context,
    async output(text, stream = "stdout") {
      const clean = scrubber.text(typeof text === "string" ? text : Buffer.from(text).toString("utf8"));
      output[stream] += clean;
      options.onOutput?.(clean, stream);
    },
    async artifact({ path, contentType, body }) {
      artifacts.push({ path, contentType, text: scrubber.text(Buffer.from(body).toString("utf8")) });
    },
    async runChildren(children) {
      return options.children?.(children) ?? [];
    },
  };
  try {
    const outcome = await kind.run(kind.spec.parse(block), run);
    return { outcome: scrubber.document(outcome), output, artifacts };
  } catch (error) {
    throw scrubber.error(error);
  }
}

export const planAction = async (type: string, block: unknown, options: ActionOptions = {}): Promise<Plan> =>
  kindOf(type).plan(kindOf(type).spec.parse(block), actionContext(options));
