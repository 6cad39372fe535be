// Defines a kind of action: one file in actions/ with the schema of its block, its plan and its run function.
// actions/index.ts lists the kinds. text/ renders the templates of a block before it is passed to a kind; runs/ handles
// states, retries, storage and cancellation.
import type { z } from "zod";
import type { EnvVar, OpenConnection, Reaching } from "#areas/connections/server/index.ts";
import type { Json } from "#language/columns.ts";
import type { System } from "#server/area.ts";
import type { Kind } from "#server/kinds.ts";
import type { Outbound } from "#server/outbound/outbound.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";

/** The functions that both plans and runs can use. */
export interface ActionContext {
  run: { id: string; playbookId: string; actionId?: string | undefined };
  /** Name of the action in its playbook. */
  name: string;
  /** The selected resource, if the run has one. */
  resource?: { kind: "config" | "component" | "check"; id: string } | undefined;
  /** The only way to open network connections. */
  outbound: Outbound;
  system: System;
  /** The cluster that the server runs in, if it runs in a cluster. */
  cluster: System["env"]["cluster"];
  /** Aborted on timeout, on cancel, and when this worker has lost the run. */
  signal: AbortSignal;
  /** Every secret that the action decrypts is registered here. */
  scrubber: Scrubber;
  /**
   * The variables and functions of templates, for expressions that a kind evaluates itself, such as `if` in a patch.
   */
  values?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Resolves a connection with the permissions of the playbook. Fields of the spec override those of the connection.
   */
  connection(reaching: Reaching): Promise<OpenConnection>;
  /** Returns a value, or resolves a reference with the permissions of the playbook. */
  value(value: string | EnvVar): Promise<string>;
  /** Returns a property that operators set. */
  property(name: string): Promise<string | undefined>;
}

export interface ActionRun extends ActionContext {
  /** Appends to the output, which is shown live and stored. The promise resolves later if the store is slow. */
  output(text: string | Uint8Array, stream?: "stdout" | "stderr"): Promise<void>;
  /** Stores a file of the action. */
  artifact(file: { path: string; contentType?: string | undefined; body: Uint8Array }): Promise<void>;
  /** Starts child runs of other playbooks and waits for their results. */
  runChildren(children: readonly ChildRun[]): Promise<readonly ChildResult[]>;
}

export interface ChildRun {
  namespace?: string | undefined;
  name: string;
  parameters?: Readonly<Record<string, string>> | undefined;
}

export interface ChildResult {
  runId: string;
  playbook: string;
  status: string;
  error?: string | undefined;
  actions: readonly { name: string; status: string; result: Json }[];
}

/** The outcome of one attempt. An action without an error is completed. */
export interface ActionOutcome {
  /** The fields that templates and existing clients use: stdout, code, rows … */
  result: Readonly<Record<string, Json>>;
  /** The reason for the failure. `result` is stored as well. */
  error?: string | undefined;
  /** How the console displays the main output, if the action result determines it instead of the spec. */
  contentType?: string | undefined;
}

/** A part of a plan, shown as text in a separate box. Secrets are masked before the plan is returned. */
export interface PlanPart {
  title: string;
  contentType:
    | "text/plain"
    | "text/x-diff"
    | "text/x-shellscript"
    | "application/json"
    | "application/yaml"
    | "application/sql"
    | "text/markdown";
  text: string;
  /** Whether the part is included in the approved hash. Observed numbers and states are excluded. */
  isBinding: boolean;
}

export interface Plan {
  /** One sentence, such as "POST to https://example.org/deploy". */
  summary: string;
  parts: readonly PlanPart[];
  /** Why the effect cannot be predicted, such as "The statement changes the schema." */
  unpredictable?: string | undefined;
}

/**
 * Fields of a block that are scripts. Unsafe values in them are refused or bound; text/ describes the rule. A bound SQL
 * value is written as `$1`, `$2` … for every kind of database, and its value is an item of `parameters`.
 */
export type ScriptFields = Readonly<Record<string, "shell" | "sql">>;

export interface ActionKind<Spec extends z.ZodType = z.ZodType> extends Kind<Spec> {
  family: "action";
  /** The fields that a shell or a database interprets, by their path in the block: `{ script: "shell" }`. */
  scripts?: ScriptFields;
  /** Fields that are not templates, or that the kind renders itself. */
  untemplated?: readonly string[];
  /** Further fields that are not templates in this block, such as a body without `templateBody`. */
  untemplatedIn?(block: Readonly<Record<string, unknown>>): readonly string[];
  /**
   * Whether the kind runs commands on this machine or writes into a cluster. Only administrators may save such actions.
   */
  onlyAdmins?: true;
  /**
   * Whether the kind only waits for a server: it starts no process, keeps no database connection and writes little
   * output. More of these actions run at the same time.
   */
  onlyWaits?: true;
  /** Whether the kind evaluates expressions itself, with `values`. */
  readsValues?: true;
  /** Whether the kind needs the data of this server, or starts child runs. It runs here also if the action has runsOn. */
  onlyOnServer?: true;
  /** The time limit for actions without a time limit, if the kind has its own default. */
  defaultTimeoutMs?: number;
  /** Describes what run() would do. It changes nothing. */
  plan(spec: z.output<Spec>, context: ActionContext): Promise<Plan>;
  /** Runs one attempt. A thrown error fails the action, and people who view the run read its message. */
  run(spec: z.output<Spec>, run: ActionRun): Promise<ActionOutcome>;
}

/** Defines an action kind and infers the type of its spec. */
export const defineAction = <Spec extends z.ZodType>(kind: Omit<ActionKind<Spec>, "family">): ActionKind<Spec> => ({
  family: "action",
  ...kind,
});

/** The action block is invalid as written, so a retry would not help. */
export class ActionInvalid extends Error {
  override readonly name = "ActionInvalid";
}
