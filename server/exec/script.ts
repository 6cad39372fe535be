// A script that an administrator wrote, run for a check or a scraper: with its variables, with the credentials of its connections, and
// with what came of it.
import { z } from "zod";
import { parseDuration } from "#language/duration.ts";
import type { Scrubber } from "../scrub.ts";
import { connection, duration, envVar, filled, list, namedEnvVar, part, text } from "../spec/parts.ts";
import { besides, checkout, folderOf, placedIn, type CheckOut, type Repository } from "./checkout.ts";
import { fitsPattern, type LeftFile } from "./left-files.ts";
import { ExecRefused, type Exec, type Ran } from "./run-command.ts";
import type { PlacedFile } from "./scratch.ts";

export const scriptFields = {
  // As it stands: to a shell $( ) means something else than to us, and {{ }} to many a program.
  script: filled.meta({ label: "Script", field: "long-text" }),
  env: list(namedEnvVar).optional().meta({ label: "Variables" }),
  connections: part({
    aws: part({
      connection: connection.optional(),
      accessKey: envVar.optional().meta({ label: "Access key", field: "env-var" }),
      secretKey: envVar.optional().meta({ label: "Secret key", field: "env-var", secret: true }),
      sessionToken: envVar.optional().meta({ label: "Session token", field: "env-var", secret: true }),
      region: text.optional().meta({ label: "Region" }),
    })
      .optional()
      .meta({ label: "AWS" }),
    kubernetes: part({
      connection: connection.optional(),
      kubeconfig: envVar.optional().meta({ label: "Kubeconfig", field: "env-var", secret: true }),
    })
      .optional()
      .meta({ label: "Kubernetes" }),
  })
    .optional()
    .meta({ label: "Connections" }),
  checkout: checkout.optional(),
  timeout: duration.optional().meta({ label: "Timeout", placeholder: "1m", description: "1m unless said." }),
  artifacts: list(part({ path: filled.meta({ label: "Path", placeholder: "reports/*.html" }) }))
    .optional()
    .meta({ label: "Artifacts" }),
};

const scriptSpec = z.looseObject(scriptFields);
export type ScriptSpec = z.output<typeof scriptSpec>;

export interface ScriptRan extends Ran {
  /** What it was run with. */
  path: string;
  args: readonly string[];
  timeoutMs: number;
  maxOutputBytes: number;
  /** What lay in its directory. */
  repository: Repository | undefined;
}

type Value = z.output<typeof envVar>;

interface Stored {
  username: string | null;
  password: string | null;
  certificate: string | null;
  properties: Readonly<Record<string, string>>;
}

/** What it is run with, and how values and connections are found. */
export interface ScriptRun {
  exec: Exec;
  signal: AbortSignal;
  scrubber: Scrubber;
  value(value: Value): Promise<string>;
  connection(reaching: { connection?: string | undefined }): Promise<Stored>;
}

/** A file that it left, or what it printed. */
export interface KeptFile {
  path: string;
  contentType?: string | undefined;
  body: Uint8Array;
}

const mebibyte = 1024 * 1024;
const usualTimeoutMs = 60_000;
/** For a repository to come. */
const checkingOutMs = 2 * 60_000;
/** What it prints may be kept like a file, under these names. */
const streams: Readonly<Record<string, "stdout" | "stderr">> = { "/dev/stdout": "stdout", "/dev/stderr": "stderr" };

/** How long it may take by its own words. */
export const scriptMs = ({ timeout, checkout: wanted }: Pick<ScriptSpec, "timeout" | "checkout">) =>
  (timeout === undefined ? usualTimeoutMs : parseDuration(timeout)) + (wanted ? checkingOutMs : 0);

export interface ScriptOptions {
  checkOut: CheckOut;
  /** Files beside those that are artifacts. */
  wanted?: readonly string[];
  maxOutputBytes?: number;
}

/** What cannot work as it is written is an ExecRefused without a cause. */
export async function runScript(
  spec: ScriptSpec,
  run: ScriptRun,
  { checkOut, wanted = [], maxOutputBytes = mebibyte }: ScriptOptions,
): Promise<ScriptRan> {
  refuseUnknown(spec);
  const paths = (spec.artifacts ?? []).map(({ path }) => path).filter((path) => !Object.hasOwn(streams, path));
  for (const path of [...paths, ...wanted])
    if (path.startsWith("/") || path.split("/").includes(".."))
      throw new ExecRefused(
        `${JSON.stringify(path)} is not in the directory that the script runs in: only files in there can be kept.`,
      );
  const env: Record<string, string> = {};
  for (const variable of spec.env ?? []) env[variable.name] = await run.value(variable);
  const { env: more, files } = await credentialsOf(spec, run);
  const folder = spec.checkout && folderOf(spec.checkout);
  const repository = spec.checkout && (await checkOut(spec.checkout));
  const [program, ...args] = interpreterOf(spec.script);
  const timeoutMs = spec.timeout === undefined ? usualTimeoutMs : parseDuration(spec.timeout);
  const ran = await run.exec.run({
    command: [program, ...args],
    script: spec.script,
    env: { ...more, ...env },
    files: repository ? besides(files, placedIn(folder!, repository)) : files,
    wanted: [...paths, ...wanted],
    timeoutMs,
    maxOutputBytes,
    signal: run.signal,
  });
  return { ...ran, path: program, args, timeoutMs, maxOutputBytes, repository };
}

/** As its first line says; bash unless it does. */
export function interpreterOf(script: string): [program: string, ...args: string[]] {
  const [, line] = /^#!\s*(\S.*?)\s*(?:\r?\n|$)/.exec(script) ?? [];
  // The kernel makes one argument of what follows; only env -S takes it apart.
  const [, program, rest] = /^(\S+)(?:\s+(.*))?$/.exec(line ?? "") ?? [];
  return program === undefined ? ["bash"] : rest === undefined ? [program] : [program, rest];
}

function refuseUnknown(spec: ScriptSpec): void {
  if (spec["setup"] !== undefined)
    throw new ExecRefused(
      "Programs are not installed for a script: leave out setup, and install them on this machine.",
    );
  const known = new Set(["aws", "kubernetes"]);
  const other = Object.entries(spec.connections ?? {}).find(([name, given]) => !known.has(name) && given !== undefined);
  if (other)
    throw new ExecRefused(
      `Credentials of ${other[0]} cannot be handed to a script: connections can be aws and kubernetes. ` +
        "Hand over others as variables, by reference to a secret.",
    );
}

interface Credentials {
  env: Record<string, string>;
  files: PlacedFile[];
}

async function credentialsOf({ connections = {} }: ScriptSpec, run: ScriptRun): Promise<Credentials> {
  const { aws, kubernetes } = connections;
  const env: Record<string, string> = {};
  const files: PlacedFile[] = [];
  const value = async (given: Value | undefined, stored: string | null | undefined) =>
    (given === undefined ? "" : await run.value(given)) || stored || "";
  if (aws) {
    const by = aws.connection ? await run.connection({ connection: aws.connection }) : undefined;
    const secret = await value(aws.secretKey, by?.password);
    const token = await value(aws.sessionToken, by?.properties["sessionToken"]);
    const region = aws.region || by?.properties["region"] || "";
    run.scrubber.know(secret, token);
    Object.assign(env, {
      AWS_ACCESS_KEY_ID: await value(aws.accessKey, by?.username),
      AWS_SECRET_ACCESS_KEY: secret,
      ...(token !== "" && { AWS_SESSION_TOKEN: token }),
      ...(region !== "" && { AWS_REGION: region, AWS_DEFAULT_REGION: region }),
    });
  }
  if (kubernetes) {
    const by = kubernetes.connection ? await run.connection({ connection: kubernetes.connection }) : undefined;
    const kubeconfig = await value(kubernetes.kubeconfig, by?.certificate);
    if (kubeconfig === "")
      throw new ExecRefused("The connection to Kubernetes has no kubeconfig that could be handed to the script.");
    run.scrubber.know(kubeconfig);
    // Where kubectl looks by itself: home is where the script runs.
    files.push({ path: ".kube/config", content: kubeconfig });
  }
  return { env, files };
}

/** Why it did not end well, in words; undefined when it did. */
export function failureIn({ ending, stdout, stderr, timeoutMs, maxOutputBytes }: ScriptRan): string | undefined {
  switch (ending.how) {
    case "exit": {
      if (ending.code === 0) return undefined;
      const said = [stderr.trim(), stdout.trim()].filter(Boolean).join("\n");
      return `the script ended with ${ending.code}${said === "" ? "" : `: ${said}`}`;
    }
    case "signal":
      return `the script was ended by ${ending.signal}`;
    case "timeout":
      return `the script was ended: it ran longer than ${timeoutMs / 1_000} s`;
    case "output":
      return `the script was ended: it said more than ${maxOutputBytes / mebibyte} MiB`;
    case "memory":
      return "the script was ended: it took more than 512 MiB of memory";
  }
}

export const exitCodeOf = ({ ending }: Ran) => (ending.how === "exit" ? ending.code : -1);

export function artifactsOf(spec: ScriptSpec, { left, ...ran }: ScriptRan): KeptFile[] {
  const isMeant = ({ path }: LeftFile) => (spec.artifacts ?? []).some((artifact) => fitsPattern(artifact.path, path));
  const printed = (spec.artifacts ?? []).flatMap(({ path }): KeptFile[] => {
    const stream = streams[path];
    return stream === undefined
      ? []
      : [{ path: stream, contentType: "text/plain; charset=utf-8", body: Buffer.from(ran[stream]) }];
  });
  return [...printed, ...(left?.files.filter(isMeant) ?? [])];
}
