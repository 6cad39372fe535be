// Defines a kind of check: one file in checks/ with the schema of its spec and its run function. checks/index.ts lists
// the kinds. A kind only runs and returns an outcome; run/ and engine/ handle retries, expressions, storage and alerts.
import type { z } from "zod";
import type { EnvVar, OpenConnection, Reaching } from "#areas/connections/server/index.ts";
import type { Json } from "#language/columns.ts";
import type { System } from "#server/area.ts";
import type { Kind } from "#server/kinds.ts";
import type { Outbound } from "#server/outbound/outbound.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { Metric, NamedResult } from "./run/result.ts";

export type { Reaching } from "#areas/connections/server/index.ts";

/** The services and data that are available to a run. */
export interface CheckRun {
  check: { id: string; name: string; type: string; labels: Readonly<Record<string, string>> };
  canary: { id: string; name: string; namespace: string; labels: Readonly<Record<string, string>> };
  /** The only way to open network connections. */
  outbound: Outbound;
  exec: System["exec"];
  files: System["files"];
  /**
   * Quarterdeck's own database and its contents, for kinds that read the database or check the server itself. Undefined
   * where checks run without a server.
   */
  system: Pick<System, "db" | "catalog" | "env" | "outbound"> | undefined;
  /** The cluster that the server runs in, if it runs in a cluster. */
  cluster: System["env"]["cluster"];
  /** Aborted when the deadline of the run has passed, or the result is no longer needed. */
  signal: AbortSignal;
  scrubber: Scrubber;
  /** Resolves the connection of a spec with address and credentials; fields of the spec take precedence. */
  connection(reaching: Reaching): Promise<OpenConnection>;
  /** Returns a value, or resolves a reference. */
  value(value: string | EnvVar): Promise<string>;
  /**
   * Fills `{{ }}` and `$( )` in a string that is only sometimes a template; fields that are always templates declare
   * this with `templated`. `more` adds values to the values that every spec can use.
   */
  fill(text: string, more?: Readonly<Record<string, unknown>>): Promise<string>;
  /**
   * Runs the checks that a spec lists in the form of a canary, against objects that exist only during this run.
   * `values` are added to the data that every check can read. The results are not stored; the caller uses them for its
   * own outcome.
   */
  runOthers(
    spec: Readonly<Record<string, unknown>>,
    values: Readonly<Record<string, unknown>>,
  ): Promise<readonly NamedResult[]>;
}

/** A file that was produced by a run. */
export interface RunArtifact {
  path: string;
  contentType?: string | undefined;
  body: Uint8Array;
}

/** The outcome of one attempt; run/result.ts describes how it is processed. */
export interface Outcome {
  pass: boolean;
  message?: string | undefined;
  /** The reason for the failure, for the people who get the alert. */
  error?: string | undefined;
  /**
   * The run failed because something took too long. If this server itself was delayed, such a failure is not evidence
   * about the target.
   */
  tookTooLong?: boolean | undefined;
  /** The measured duration. Default: the time that run() took. */
  durationMs?: number | undefined;
  /** Stored with the run and shown: response, timings, certificate. The recorder limits its size. */
  detail?: Json | undefined;
  /** Text that is added to the error of a failed test, such as the output of a script. */
  output?: string | undefined;
  /** The data that expressions can read, each key as a top-level name. */
  data?: Readonly<Record<string, unknown>> | undefined;
  /** The run could read only a part of the target, so objects that are missing from `data` may still exist. */
  isPartial?: boolean | undefined;
  /** Merged into the labels of the check. */
  labels?: Readonly<Record<string, string>> | undefined;
  metrics?: readonly Metric[] | undefined;
  artifacts?: readonly RunArtifact[] | undefined;
}

export interface CheckKind<Spec extends z.ZodType = z.ZodType> extends Kind<Spec> {
  family: "check";
  /** The target in the form that users know: shown with the check, and searchable. */
  endpoint?(spec: z.output<Spec>): string | undefined;
  /** The machine that the check connects to, whose concurrent runs are limited. Default: the host of the endpoint. */
  host?(spec: z.output<Spec>): string | undefined;
  /** The time limit that the spec sets, for kinds that may take long; the interval of the check is a further limit. */
  takesMs?(spec: z.output<Spec>): number;
  /** The kind only receives results and is never run. */
  isPassive?: true;
  /** The kind runs commands, reads files on this machine or writes to a cluster: only administrators may write it. */
  onlyAdmins?: true;
  /** The kind retries its parts itself, so `retries` do not apply to the whole run. */
  retriesItself?: true;
  /**
   * Runs once. Throws a `CheckInvalid` if the spec is wrong, and a `CouldNotCheck` for a fault in Quarterdeck. Any
   * other error means that the target failed; the caller translates it into a message.
   */
  run(spec: z.output<Spec>, run: CheckRun): Promise<Outcome>;
}

/** Defines a kind of check and infers the type of its spec. */
export const defineCheck = <Spec extends z.ZodType>(kind: Omit<CheckKind<Spec>, "family">): CheckKind<Spec> => ({
  family: "check",
  ...kind,
});

const parsedSpecs = new WeakMap<object, { kind: CheckKind; parsed: ReturnType<CheckKind["spec"]["safeParse"]> }>();

/** Parses a spec with the schema of its kind, once for as long as the caller keeps the spec object. */
export function parsedSpec(kind: CheckKind, spec: unknown): ReturnType<CheckKind["spec"]["safeParse"]> {
  if (typeof spec !== "object" || spec === null) return kind.spec.safeParse(spec);
  const known = parsedSpecs.get(spec);
  if (known?.kind === kind) return known.parsed;
  const parsed = kind.spec.safeParse(spec);
  parsedSpecs.set(spec, { kind, parsed });
  return parsed;
}

export const healthy = (found: Omit<Outcome, "pass" | "error"> = {}): Outcome => ({ pass: true, ...found });

export const unhealthy = (error: string, found: Omit<Outcome, "pass" | "error"> = {}): Outcome => ({
  pass: false,
  error,
  ...found,
});

/** The spec of the check is wrong, and a retry would not help. This error is not a failure of the target. */
export class CheckInvalid extends Error {
  override readonly name = "CheckInvalid";
}

/** Quarterdeck could not run the check, so the state of the target is unknown. */
export class CouldNotCheck extends Error {
  override readonly name = "CouldNotCheck";
}
