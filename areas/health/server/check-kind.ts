// What a kind of check is: one file in checks/ that states what is written about it and how it is run. checks/index.ts lists
// them. A kind looks and says what it found; retries, expressions, storing and alerts are not its business (run/, engine/).
import type { z } from "zod";
import type { EnvVar, OpenConnection, Reaching } from "../../connections/server/index.ts";
import type { Json } from "#language/columns.ts";
import type { System } from "#server/area.ts";
import type { Kind } from "#server/kinds.ts";
import type { Outbound } from "#server/outbound/outbound.ts";
import type { Scrubber } from "#server/scrub.ts";
import type { CheckResult, Metric } from "./run/result.ts";

export type { Reaching } from "../../connections/server/index.ts";

/** What a run is made with. */
export interface CheckRun {
  check: { id: string; name: string; type: string; labels: Readonly<Record<string, string>> };
  canary: { id: string; name: string; namespace: string; labels: Readonly<Record<string, string>> };
  /** The only way out. */
  outbound: Outbound;
  exec: System["exec"];
  files: System["files"];
  /**
   * Our own database and what it holds, for what is looked up in it, and what looks at the server itself. Absent where checks
   * run without a server.
   */
  system: Pick<System, "db" | "catalog" | "env" | "outbound"> | undefined;
  /** The cluster that the server runs in, if it runs in one. */
  cluster: System["env"]["cluster"];
  /** Ends when the run's time is up, or nobody wants it any more. */
  signal: AbortSignal;
  scrubber: Scrubber;
  /** The connection that a spec refers to, its address and credentials filled in; what the spec says itself wins, field by field. */
  connection(reaching: Reaching): Promise<OpenConnection>;
  /** A value, or what it refers to. */
  value(value: string | EnvVar): Promise<string>;
  /**
   * A text with `{{ }}` and `$( )` filled in, as fields are that say so by themselves (`templated`): for a text that is only
   * sometimes a template. `more` is what there is to fill in beside what every spec has.
   */
  fill(text: string, more?: Readonly<Record<string, unknown>>): Promise<string>;
  /**
   * Runs the checks that a spec lists, in the words of a canary, against what is there only while this one looks. They see
   * these values beside what every check sees; nothing is kept of them but what is made of it here.
   */
  runOthers(
    spec: Readonly<Record<string, unknown>>,
    values: Readonly<Record<string, unknown>>,
  ): Promise<readonly OtherRan[]>;
}

export interface OtherRan {
  name: string;
  type: string;
  result: CheckResult;
}

/** A file that a run produced. */
export interface MadeArtifact {
  path: string;
  contentType?: string | undefined;
  body: Uint8Array;
}

/** What a run found. */
export interface Outcome {
  pass: boolean;
  message?: string | undefined;
  /** Why it did not pass, for who is woken by it. */
  error?: string | undefined;
  /** It failed because something took too long: while we were late ourselves, such a failure says nothing about the target. */
  tookTooLong?: boolean | undefined;
  /** What was measured; the time that run() took unless said. */
  durationMs?: number | undefined;
  /** Kept with the run and shown: answer, timings, certificate. Bounded by who stores it. */
  detail?: Json | undefined;
  /** Text that a failed test is reported with, such as the output of a script. */
  output?: string | undefined;
  /** What expressions see, each key at the top. */
  data?: Readonly<Record<string, unknown>> | undefined;
  /** Joined to those of the check. */
  labels?: Readonly<Record<string, string>> | undefined;
  metrics?: readonly Metric[] | undefined;
  artifacts?: readonly MadeArtifact[] | undefined;
}

export interface CheckKind<Spec extends z.ZodType = z.ZodType> extends Kind<Spec> {
  family: "check";
  /** What is checked, as people call it: shown with the check, and searched for. */
  endpoint?(spec: z.output<Spec>): string | undefined;
  /** The machine that is asked, so that not too many ask it at once; the host of the endpoint unless said. */
  host?(spec: z.output<Spec>): string | undefined;
  /** How long it may take by its own words, where that is more than most do; less than its interval in any case. */
  takesMs?(spec: z.output<Spec>): number;
  /** It waits to be told, and is not run by a schedule. */
  isPassive?: true;
  /** It runs commands, reads files of this machine or writes into a cluster: only administrators write one. */
  onlyAdmins?: true;
  /** What it does is tried again by itself, part by part; `retries` are not of the whole. */
  retriesItself?: true;
  /**
   * Looks once. What it throws means: a `CheckInvalid` that the spec cannot work, a `CouldNotCheck` that we are at fault; all
   * else that what is checked does not work, and is put into words by who ran it.
   */
  run(spec: z.output<Spec>, run: CheckRun): Promise<Outcome>;
}

/** States a kind of check with the type of its spec inferred. */
export const defineCheck = <Spec extends z.ZodType>(kind: Omit<CheckKind<Spec>, "family">): CheckKind<Spec> => ({
  family: "check",
  ...kind,
});

export const healthy = (found: Omit<Outcome, "pass" | "error"> = {}): Outcome => ({ pass: true, ...found });

export const unhealthy = (error: string, found: Omit<Outcome, "pass" | "error"> = {}): Outcome => ({
  pass: false,
  error,
  ...found,
});

/** The check is written so that it cannot work: tried again it would not either. It says nothing about what is checked. */
export class CheckInvalid extends Error {
  override readonly name = "CheckInvalid";
}

/** We could not look, and nothing is known of what is checked. */
export class CouldNotCheck extends Error {
  override readonly name = "CouldNotCheck";
}
