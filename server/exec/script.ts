// Runs the script that an administrator wrote for a check or a scraper, with its variables and the credentials of its
// connections, and returns its result.
import { z } from "zod";
import { parseDuration } from "#lib/time/duration.ts";
import type { Scrubber } from "../scrub/scrub.ts";
import { awsAccount } from "../spec/aws-account.ts";
import {
  connection,
  duration,
  envVar,
  filled,
  list,
  namedEnvVar,
  part,
  refused,
  text,
  cloudClusters,
} from "../spec/parts.ts";
import { withCredentials, checkout, folderOf, placedIn, type CheckOut, type Repository } from "./checkout.ts";
import { fitsPattern, type LeftFile } from "./left-files.ts";
import { ExecRefused, type Command, type CommandResult, type Exec } from "./run-command.ts";
import type { PlacedFile } from "./scratch.ts";

/** Connections that existing manifests pass to scripts and that are not supported. */
const otherConnections = Object.fromEntries(
  ["gcp", "azure", "opensearch", "fromConfigItem", "eksPodIdentity", "serviceAccount"].map((name) => [
    name,
    refused(
      "cannot be passed to a script: pass its credentials in env, as a reference to a secret, and remove this field",
    ),
  ]),
);

export const scriptFields = {
  // The script is not a template, because `$( )` and `{{ }}` have their own meaning in shells and other programs.
  script: filled.meta({ label: "Script", field: "long-text" }),
  env: list(namedEnvVar).optional().meta({ label: "Variables" }),
  connections: part({
    aws: part({
      ...awsAccount,
      endpoint: text.optional().meta({ label: "Endpoint" }),
      skipTLSVerify: refused("is not passed to a script: let the script itself accept the certificate"),
    })
      .optional()
      .meta({ label: "AWS" }),
    kubernetes: part({
      connection: connection.optional(),
      kubeconfig: envVar.optional().meta({ label: "Kubeconfig", field: "env-var", secret: true }),
      ...cloudClusters,
    })
      .optional()
      .meta({ label: "Kubernetes" }),
    ...otherConnections,
  })
    .optional()
    .meta({ label: "Connections" }),
  checkout: checkout.optional(),
  timeout: duration.optional().meta({ label: "Timeout", placeholder: "1m", description: "Default: 1m." }),
  artifacts: list(part({ path: filled.meta({ label: "Path", placeholder: "reports/*.html" }) }))
    .optional()
    .meta({ label: "Artifacts" }),
  setup: refused("is not supported: install the programs that the script needs on this machine, and remove setup"),
};

const scriptSpec = z.looseObject(scriptFields);
export type ScriptSpec = z.output<typeof scriptSpec>;

export interface ScriptRan extends CommandResult {
  /** The path of the interpreter. */
  path: string;
  args: readonly string[];
  timeoutMs: number;
  maxOutputBytes: number;
  /** The repository that was checked out into the script's directory. */
  repository: Repository | undefined;
}

type Value = z.output<typeof envVar>;

interface Stored {
  username: string | null;
  password: string | null;
  certificate: string | null;
  properties: Readonly<Record<string, string>>;
}

/** The functions that a run needs to execute commands and to resolve values and connections. */
export interface ScriptRun {
  exec: Exec;
  signal: AbortSignal;
  scrubber: Scrubber;
  value(value: Value): Promise<string>;
  connection(reaching: { connection?: string | undefined }): Promise<Stored>;
}

type AwsAccount = NonNullable<NonNullable<ScriptSpec["connections"]>["aws"]>;

/** AWS credentials for a script. */
export interface AwsAccess {
  accessKey: string;
  secretKey: string;
  sessionToken: string | undefined;
  region: string | undefined;
  endpoint: string | undefined;
}

/** A file that the script left, or its output. */
export interface KeptFile {
  path: string;
  contentType?: string | undefined;
  body: Uint8Array;
}

const mebibyte = 1024 * 1024;
const defaultTimeoutMs = 60_000;
/** The time limit for a checkout. */
const checkingOutMs = 2 * 60_000;
/** The paths under which the output can be saved as an artifact. */
const streams: Readonly<Record<string, "stdout" | "stderr">> = { "/dev/stdout": "stdout", "/dev/stderr": "stderr" };

/** Returns the time that a run may take according to its spec. */
export const scriptMs = ({ timeout, checkout: wanted }: Pick<ScriptSpec, "timeout" | "checkout">) =>
  (timeout === undefined ? defaultTimeoutMs : parseDuration(timeout)) + (wanted ? checkingOutMs : 0);

export interface ScriptOptions {
  checkOut: CheckOut;
  awsAccess(account: AwsAccount): Promise<AwsAccess>;
  /** Patterns of files to return in addition to the artifacts. */
  wanted?: readonly string[];
  maxOutputBytes?: number;
  /** The default is the timeout of the spec, or a minute. */
  timeoutMs?: number;
  /** Further credentials of the script. */
  credentials?: Credentials;
  /** Receive the output while the script runs, instead of collecting it. */
  receivers?: Pick<Command, "onStdout" | "onStderr">;
}

/** Throws an ExecRefused without a cause if the spec itself is at fault. */
export async function runScript(spec: ScriptSpec, run: ScriptRun, options: ScriptOptions): Promise<ScriptRan> {
  const { checkOut, awsAccess, wanted = [], maxOutputBytes = mebibyte, credentials, receivers } = options;
  const paths = (spec.artifacts ?? []).map(({ path }) => path).filter((path) => !Object.hasOwn(streams, path));
  for (const path of [...paths, ...wanted])
    if (path.startsWith("/") || path.split("/").includes(".."))
      throw new ExecRefused(
        `${JSON.stringify(path)} is not below the working directory of the script: only files below it can be saved.`,
      );
  const env: Record<string, string> = {};
  for (const variable of spec.env ?? []) env[variable.name] = await run.value(variable);
  const own = await credentialsOf(spec, run, awsAccess);
  const files = [...own.files, ...(credentials?.files ?? [])];
  const folder = spec.checkout && folderOf(spec.checkout);
  const repository = spec.checkout && (await checkOut(spec.checkout));
  const [program, ...args] = interpreterOf(spec.script);
  const timeoutMs = options.timeoutMs ?? (spec.timeout === undefined ? defaultTimeoutMs : parseDuration(spec.timeout));
  const result = await run.exec.run({
    command: [program, ...args],
    script: spec.script,
    env: { ...own.env, ...credentials?.env, ...env },
    pathVariables: credentials?.paths,
    files: repository ? withCredentials(files, placedIn(folder!, repository)) : files,
    wanted: [...paths, ...wanted],
    timeoutMs,
    maxOutputBytes,
    ...receivers,
    signal: run.signal,
  });
  return { ...result, path: program, args, timeoutMs, maxOutputBytes, repository };
}

/** Returns the interpreter in the first line of the script. Default: bash. */
export function interpreterOf(script: string): [program: string, ...args: string[]] {
  const [, line] = /^#!\s*(\S.*?)\s*(?:\r?\n|$)/.exec(script) ?? [];
  // The kernel passes the rest of the line as one argument; only `env -S` splits it.
  const [, program, rest] = /^(\S+)(?:\s+(.*))?$/.exec(line ?? "") ?? [];
  return program === undefined ? ["bash"] : rest === undefined ? [program] : [program, rest];
}

/** Credentials of a script: variables, files in its directory, and variables with the paths of these files. */
export interface Credentials {
  env: Record<string, string>;
  files: PlacedFile[];
  paths?: Record<string, string>;
}

async function credentialsOf(
  { connections = {} }: ScriptSpec,
  run: ScriptRun,
  awsAccess: ScriptOptions["awsAccess"],
): Promise<Credentials> {
  const { aws, kubernetes } = connections;
  const env: Record<string, string> = {};
  const files: PlacedFile[] = [];
  const value = async (specified: Value | undefined, stored: string | null | undefined) =>
    (specified === undefined ? "" : await run.value(specified)) || stored || "";
  if (aws) {
    const { accessKey, secretKey, sessionToken, region, endpoint } = await awsAccess(aws);
    run.scrubber.know(secretKey, sessionToken);
    Object.assign(env, {
      AWS_ACCESS_KEY_ID: accessKey,
      AWS_SECRET_ACCESS_KEY: secretKey,
      ...(sessionToken && { AWS_SESSION_TOKEN: sessionToken }),
      ...(region && { AWS_REGION: region, AWS_DEFAULT_REGION: region }),
      ...(endpoint && { AWS_ENDPOINT_URL: endpoint }),
    });
  }
  if (kubernetes) {
    const by = kubernetes.connection ? await run.connection({ connection: kubernetes.connection }) : undefined;
    const kubeconfig = await value(kubernetes.kubeconfig, by?.certificate);
    if (kubeconfig === "") throw new ExecRefused("The Kubernetes connection has no kubeconfig to pass to the script.");
    run.scrubber.know(kubeconfig);
    // This is the default path of kubectl, because HOME is the directory of the script.
    files.push({ path: ".kube/config", content: kubeconfig });
  }
  return { env, files };
}

/** Describes why the script failed; undefined if it succeeded. */
export function failureIn({ ending, stdout, stderr, timeoutMs, maxOutputBytes }: ScriptRan): string | undefined {
  switch (ending.how) {
    case "exit": {
      if (ending.code === 0) return undefined;
      const output = [stderr.trim(), stdout.trim()].filter(Boolean).join("\n");
      return `the script exited with ${ending.code}${output === "" ? "" : `: ${output}`}`;
    }
    case "signal":
      return `the script was killed by ${ending.signal}`;
    case "timeout":
      return `the script was stopped: it ran longer than ${timeoutMs / 1_000} s`;
    case "output":
      return `the script was stopped: it wrote more than ${maxOutputBytes / mebibyte} MiB`;
    case "memory":
      return "the script was stopped: it used more than 512 MiB of memory";
  }
}

export const exitCodeOf = ({ ending }: CommandResult) => (ending.how === "exit" ? ending.code : -1);

export function artifactsOf(spec: ScriptSpec, { left, ...result }: ScriptRan): KeptFile[] {
  const isMeant = ({ path }: LeftFile) => (spec.artifacts ?? []).some((artifact) => fitsPattern(artifact.path, path));
  const printed = (spec.artifacts ?? []).flatMap(({ path }): KeptFile[] => {
    const stream = streams[path];
    return stream === undefined
      ? []
      : [{ path: stream, contentType: "text/plain; charset=utf-8", body: Buffer.from(result[stream]) }];
  });
  return [...printed, ...(left?.files.filter(isMeant) ?? [])];
}
