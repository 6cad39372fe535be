// Defines a kind of action: one file in actions/ with the schema of its block, its plan and its run function.
// actions/index.ts lists the kinds. text/ renders the templates of a block before a kind gets it; runs/ handles states,
// retries, storage and cancellation.
import type { z } from "zod";
import type { EnvVar, OpenConnection, Reaching } from "#areas/connections/server/index.ts";
import type { Json } from "#language/columns.ts";
import type { System } from "#server/area.ts";
import type { Kind } from "#server/kinds.ts";
import type { Outbound } from "#server/outbound/outbound.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";

/** The means of both plans and runs. */
export interface ActionContext {
  run: { id: string; playbookId: string; actionId?: string | undefined };
  /** Name of the action in its playbook. */
  name: string;
  /** The selected resource, if the run has one. */
  resource?: { kind: "config" | "component" | "check"; id: string } | undefined;
  /** The only way to open connections. */
  outbound: Outbound;
  system: System;
  /** The cluster that the server runs in, if it runs in one. */
  cluster: System["env"]["cluster"];
  /** Aborted on timeout, on cancel, and when this worker has lost the run. */
  signal: AbortSignal;
  /** Every secret that the action opens is registered here. */
  scrubber: Scrubber;
  /** The variables and functions of templates, for expressions that a kind evaluates itself, such as `if` of a patch. */
  values?: Readonly<Record<string, unknown>> | undefined;
  /** Resolves a connection with the rights of the playbook; fields of the spec take precedence. */
  connection(reaching: Reaching): Promise<OpenConnection>;
  /** Returns a value, or resolves a reference with the rights of the playbook. */
  value(value: string | EnvVar): Promise<string>;
  /** Returns a property that operators set. */
  property(name: string): Promise<string | undefined>;
}

export interface ActionRun extends ActionContext {
  /** Appends to the output that people watch live and that is stored. The writer waits when the store is slow. */
  output(text: string | Uint8Array, stream?: "stdout" | "stderr"): Promise<void>;
  /** Stores a file of the action. */
  artifact(file: { path: string; contentType?: string | undefined; body: Uint8Array }): Promise<void>;
  /** Starts runs of other playbooks with this run as their parent and waits for their results. */
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
  /** The fields that facts and templates name: stdout, code, rows … */
  result: Readonly<Record<string, Json>>;
  /** The reason of the failure. `result` is stored with it. */
  error?: string | undefined;
  /** How the console shows the main output, if the action itself knows better than the spec. */
  contentType?: string | undefined;
}

/** A part of a plan, shown as text in its own box. Secrets are masked before the plan is returned. */
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
  /** Part of the approved hash. Observed counts and states are not. */
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
 * Fields of a block that are scripts. Unsafe values in them are refused or bound; text/ describes the rule. A bound value
 * of a SQL statement is `$1`, `$2` … in the text, for every kind of database, and an item of `parameters` next to it.
 */
export type ScriptFields = Readonly<Record<string, "shell" | "sql">>;

export interface ActionKind<Spec extends z.ZodType = z.ZodType> extends Kind<Spec> {
  family: "action";
  /** The fields whose text a shell or a database interprets, by their path in the block: `{ script: "shell" }`. */
  scripts?: ScriptFields;
  /** Fields that are not templates, or that the kind renders itself. */
  untemplated?: readonly string[];
  /** Further fields that are not templates in this block, such as a body without `templateBody`. */
  untemplatedIn?(block: Readonly<Record<string, unknown>>): readonly string[];
  /** The kind runs commands on this machine or writes into a cluster: only administrators may write it. */
  onlyAdmins?: true;
  /** Time limit, if the action states none and the kind has its own. */
  defaultTimeoutMs?: number;
  /** Describes what run() would do. It changes nothing. */
  plan(spec: z.output<Spec>, context: ActionContext): Promise<Plan>;
  /** Runs once. A thrown error fails the action; its message is for the person who reads the run. */
  run(spec: z.output<Spec>, run: ActionRun): Promise<ActionOutcome>;
}

/** Defines a kind of action and infers the type of its spec. */
export const defineAction = <Spec extends z.ZodType>(kind: Omit<ActionKind<Spec>, "family">): ActionKind<Spec> => ({
  family: "action",
  ...kind,
});

/** The block of an action cannot work as it is written; a retry would not help. */
export class ActionInvalid extends Error {
  override readonly name = "ActionInvalid";
}
