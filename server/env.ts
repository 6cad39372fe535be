// The environment, read once at the start: what its variables (variables.ts) say together. Nobody else reads process.env.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type LocalProperty, merged, parseProperties } from "./local-properties.ts";
import type { OidcProvider } from "./oidc-providers.ts";
import type { AllowedTarget } from "./outbound/allowed-targets.ts";
import type { PrivateTargets } from "./outbound/judge.ts";
import { repository } from "./repository.ts";
import { StartRefused } from "./start-refused.ts";
import { parseVariables, variables, type Parsed } from "./variables.ts";

export type ServerRole = "all" | "web" | "worker";

/** The Kubernetes cluster that the server runs in. */
export interface Cluster {
  /** Of its API. */
  url: string;
  /** The folder with the token of the service account, and whom to trust. */
  serviceAccount: string;
}

export interface Env {
  port: number;
  host: string;
  dataDir: string;
  /** Whether DATA_DIR was given: then no other directory may stand in for it. */
  dataDirGiven: boolean;
  databaseUrl: string | undefined;
  publicUrl: string;
  /** Other hosts that people may reach this installation under, each with or without a port. */
  allowedHosts: readonly string[];
  /** The API of the cluster that kubeconfig files lead to. */
  kubernetesUrl: string | undefined;
  adminEmail: string;
  adminPassword: string | undefined;
  /** The newest first; undefined when they are kept in the data directory. */
  secretKeys: readonly string[] | undefined;
  trustProxy: boolean;
  metricsPublic: boolean;
  viewsPublic: boolean;
  role: ServerRole;
  logLevel: string;
  logFormat: "pretty" | "json";
  artifactsS3Url: string | undefined;
  openRegistration: boolean;
  /** Other identity providers, for the identity service that is built in. */
  oidcProviders: readonly OidcProvider[];
  /** Other sites of the operator that signing in and out may lead back to. */
  returnToOrigins: readonly string[];
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Secrets and config maps as files: namespace/name/key. */
  secretsDir: string | undefined;
  /** Resources as files. */
  manifestsDir: string | undefined;
  /** Whether a new installation begins with checks of itself. */
  watchesItself: boolean;
  /** What connections may use of the environment, by name; undefined for what is allowed and not set. */
  allowedVariables: ReadonlyMap<string, string | undefined>;
  cluster: Cluster | undefined;
  /** What the operator states beside the table of properties; the table wins. */
  localProperties: readonly LocalProperty[];
  /** What may be reached whatever the rules of server/outbound say. */
  allowTargets: readonly AllowedTarget[];
  /** On whose behalf private and loopback addresses may be reached. */
  privateTargets: PrivateTargets;
  /** Whether commands that administrators wrote down may be run. */
  allowExec: boolean;
  /** Where files may be read on somebody's behalf; nowhere when there are none. */
  allowDirectories: readonly string[];
  /** What of our own environment those commands may see. */
  commandEnvironment: { PATH: string; LANG: string };
}

/** The variable is nearer than the file. */
function localProperties({ PROPERTIES_FILE: file, PROPERTIES: stated = [] }: Parsed): LocalProperty[] {
  return merged([
    ...(file === undefined ? [] : readProperties(file)).map((one) => ({ ...one, origin: "file" as const })),
    ...stated.map((one) => ({ ...one, origin: "environment" as const })),
  ]);
}

function readProperties(file: string) {
  try {
    return parseProperties(readFileSync(file, "utf8"));
  } catch (error) {
    throw new StartRefused(
      `PROPERTIES_FILE ${file} cannot be read: ${(error as Error).message}. ` +
        "It is a file of lines such as logs.disable=true.",
    );
  }
}

export function readEnv(source: NodeJS.ProcessEnv = process.env, isTerminal = process.stdout.isTTY ?? false): Env {
  const given = parseVariables(source);
  if (given.DATABASE_URL !== undefined && given.SECRET_KEY === undefined)
    throw new StartRefused(
      "SECRET_KEY is required with DATABASE_URL, because every process on that database must hold the same key. " +
        `Example: SECRET_KEY=${variables.SECRET_KEY.example}`,
    );
  if (given.ALLOW_ENV?.some((name) => Object.hasOwn(variables, name)))
    throw new StartRefused(
      "ALLOW_ENV names a variable that is for Quarterdeck itself. " +
        `Example: ALLOW_ENV=${variables.ALLOW_ENV.example}`,
    );
  const listenPort = given.PORT ?? 8080;
  const publicUrl = given.PUBLIC_URL ?? `http://localhost:${listenPort}`;
  return {
    port: listenPort,
    host: given.HOST ?? "127.0.0.1",
    dataDir: resolve(repository, given.DATA_DIR ?? ".data"),
    dataDirGiven: given.DATA_DIR !== undefined,
    databaseUrl: given.DATABASE_URL,
    publicUrl,
    allowedHosts: given.ALLOWED_HOSTS ?? [],
    kubernetesUrl: given.KUBERNETES_URL,
    adminEmail: (given.ADMIN_EMAIL ?? "admin@localhost").toLowerCase(),
    adminPassword: given.ADMIN_PASSWORD,
    secretKeys: secretKeys(given),
    trustProxy: given.TRUST_PROXY ?? false,
    metricsPublic: given.METRICS_PUBLIC ?? false,
    viewsPublic: given.VIEWS_PUBLIC ?? false,
    role: given.ROLE ?? "all",
    logLevel: given.LOG_LEVEL ?? "info",
    logFormat: given.LOG_FORMAT ?? (isTerminal ? "pretty" : "json"),
    artifactsS3Url: given.ARTIFACTS_S3_URL,
    openRegistration: given.OPEN_REGISTRATION ?? false,
    oidcProviders: given.OIDC_PROVIDERS ?? [],
    returnToOrigins: given.RETURN_TO_ORIGINS ?? [],
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM ?? `Quarterdeck <quarterdeck@${new URL(publicUrl).hostname}>`,
    secretsDir: given.SECRETS_DIR,
    manifestsDir: given.MANIFESTS_DIR,
    watchesItself: given.WATCH_ITSELF ?? true,
    allowedVariables: new Map((given.ALLOW_ENV ?? []).map((name) => [name, source[name] || undefined])),
    cluster: readCluster(source),
    localProperties: localProperties(given),
    allowTargets: given.ALLOW_TARGETS ?? [],
    privateTargets: given.ALLOW_PRIVATE_TARGETS ?? "operators",
    allowExec: given.ALLOW_EXEC ?? true,
    allowDirectories: given.ALLOW_DIRECTORIES ?? [],
    commandEnvironment: {
      PATH: source["PATH"] || "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      LANG: source["LANG"] || "C.UTF-8",
    },
  };
}

/** What Kubernetes puts into every pod. */
function readCluster({ KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: at }: NodeJS.ProcessEnv) {
  if (!host || !at) return undefined;
  const url = `https://${host.includes(":") ? `[${host}]` : host}:${at}`;
  if (!URL.canParse(url)) return undefined;
  return { url, serviceAccount: "/var/run/secrets/kubernetes.io/serviceaccount" };
}

function secretKeys({ SECRET_KEY: key, SECRET_KEY_PREVIOUS: previous }: Parsed): string[] | undefined {
  if (key !== undefined) return previous === undefined || previous === key ? [key] : [key, previous];
  if (previous === undefined) return undefined;
  throw new StartRefused(
    "SECRET_KEY_PREVIOUS is of no use without SECRET_KEY, which takes over from it. " +
      `Example: SECRET_KEY=${variables.SECRET_KEY.example}`,
  );
}
