// Reads the environment once, at the start, and combines its variables (variables.ts). No other module reads
// process.env.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { hostedIdentity, type HostedIdentity } from "./hosted-identity.ts";
import { type LocalProperty, merged, parseProperties } from "./local-properties.ts";
import type { OidcProvider } from "./oidc-providers.ts";
import type { AllowedTarget } from "../outbound/allowed-targets.ts";
import type { PrivateTargets } from "../outbound/judge.ts";
import { repository } from "#lib/load/repository.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import { parseVariables, variables, type Parsed } from "./variables.ts";

export type ServerRole = "all" | "web" | "worker";

/** The server that an agent pushes to. */
export interface UpstreamServer {
  /** The paths of the protocol are below this URL. */
  url: string;
  username: string;
  token: string;
  /** The name of the agent, for tokens that belong to several agents. */
  name: string | undefined;
}

/** The Kubernetes cluster that the server runs in. */
export interface Cluster {
  /** The URL of the Kubernetes API. */
  url: string;
  /** The folder with the token of the service account and the CA certificates. */
  serviceAccount: string;
}

export interface Env {
  port: number;
  host: string;
  dataDir: string;
  /** Whether DATA_DIR was set; if so, no other directory may be used instead. */
  dataDirGiven: boolean;
  databaseUrl: string | undefined;
  publicUrl: string;
  /** Other hosts of this installation, each with or without a port. */
  allowedHosts: readonly string[];
  /** The API of the cluster that kubeconfig files point to. */
  kubernetesUrl: string | undefined;
  /** The public registry of Helm charts, or a mirror of it. */
  chartRegistryUrl: string;
  adminEmail: string;
  adminPassword: string | undefined;
  /** The keys, newest first; undefined if they are stored in the data directory. */
  secretKeys: readonly string[] | undefined;
  trustProxy: boolean;
  metricsPublic: boolean;
  viewsPublic: boolean;
  role: ServerRole;
  /** The server of an agent, whose role is worker; undefined for all other processes. */
  upstream: UpstreamServer | undefined;
  logLevel: string;
  logFormat: "pretty" | "json";
  artifactsS3Url: string | undefined;
  openRegistration: boolean;
  /** External identity providers for the built-in identity service. */
  oidcProviders: readonly OidcProvider[];
  /** The hosted identity service; undefined if people sign in here. */
  hosted: HostedIdentity | undefined;
  /** Other sites of the operator that sign-in and sign-out may redirect to. */
  returnToOrigins: readonly string[];
  smtpUrl: string | undefined;
  mailFrom: string;
  /** The folder with secrets and config maps as files: namespace/name/key. */
  secretsDir: string | undefined;
  /** The folder with resources as files. */
  manifestsDir: string | undefined;
  /** Whether a new installation starts with checks that monitor the installation itself. */
  watchesItself: boolean;
  /** Whether a new installation starts with a topology of its machine. */
  showsItself: boolean;
  /** The environment variables that connections may use; undefined for allowed variables that are not set. */
  allowedVariables: ReadonlyMap<string, string | undefined>;
  cluster: Cluster | undefined;
  /** Properties set by the operator outside the database; the table takes precedence. */
  localProperties: readonly LocalProperty[];
  /** Targets that may be reached regardless of the rules in server/outbound. */
  allowTargets: readonly AllowedTarget[];
  /** The actors on whose behalf private and loopback addresses may be reached. */
  privateTargets: PrivateTargets;
  /** Whether commands configured by administrators may run. */
  allowExec: boolean;
  /** The directories whose files may be read on behalf of users. If the list is empty, no files may be read. */
  allowDirectories: readonly string[];
  /** The part of the server's environment that is passed to commands. */
  commandEnvironment: { PATH: string; LANG: string };
}

/** Reads the properties from the file and from the variable. The variable takes precedence. */
function localProperties({ PROPERTIES_FILE: file, PROPERTIES: stated = [] }: Parsed): LocalProperty[] {
  return merged([
    ...(file === undefined ? [] : readProperties(file)).map((property) => ({ ...property, origin: "file" as const })),
    ...stated.map((property) => ({ ...property, origin: "environment" as const })),
  ]);
}

function readProperties(file: string) {
  try {
    return parseProperties(readFileSync(file, "utf8"));
  } catch (error) {
    throw new StartRefused(
      `PROPERTIES_FILE ${file} cannot be read: ${(error as Error).message}. ` +
        "The file must contain lines such as logs.disable=true.",
    );
  }
}

export function readEnv(source: NodeJS.ProcessEnv = process.env, isTerminal = process.stdout.isTTY ?? false): Env {
  const parsed = parseVariables(source);
  if (parsed.DATABASE_URL !== undefined && parsed.SECRET_KEY === undefined)
    throw new StartRefused(
      "SECRET_KEY is required with DATABASE_URL, because every process on that database must hold the same key. " +
        `Example: SECRET_KEY=${variables.SECRET_KEY.example}`,
    );
  if (parsed.ALLOW_ENV?.some((name) => Object.hasOwn(variables, name)))
    throw new StartRefused(
      `ALLOW_ENV contains a variable that configures Quarterdeck itself. Example: ALLOW_ENV=${variables.ALLOW_ENV.example}`,
    );
  const upstream = upstreamServer(parsed);
  const listenPort = parsed.PORT ?? 8080;
  const publicUrl = parsed.PUBLIC_URL ?? `http://localhost:${listenPort}`;
  return {
    port: listenPort,
    host: parsed.HOST ?? "127.0.0.1",
    dataDir: resolve(repository, parsed.DATA_DIR ?? (upstream ? ".data-agent" : ".data")),
    dataDirGiven: parsed.DATA_DIR !== undefined,
    databaseUrl: parsed.DATABASE_URL,
    publicUrl,
    allowedHosts: parsed.ALLOWED_HOSTS ?? [],
    kubernetesUrl: parsed.KUBERNETES_URL,
    chartRegistryUrl:
      parsed.CHART_REGISTRY_URL ?? "https://raw.githubusercontent.com/flanksource/mission-control-registry/main/charts",
    adminEmail: (parsed.ADMIN_EMAIL ?? "admin@localhost").toLowerCase(),
    adminPassword: parsed.ADMIN_PASSWORD,
    secretKeys: secretKeys(parsed),
    trustProxy: parsed.TRUST_PROXY ?? false,
    metricsPublic: parsed.METRICS_PUBLIC ?? false,
    viewsPublic: parsed.VIEWS_PUBLIC ?? false,
    role: parsed.ROLE === "agent" ? "worker" : (parsed.ROLE ?? "all"),
    upstream,
    logLevel: parsed.LOG_LEVEL ?? "info",
    logFormat: parsed.LOG_FORMAT ?? (isTerminal ? "pretty" : "json"),
    artifactsS3Url: parsed.ARTIFACTS_S3_URL,
    openRegistration: parsed.OPEN_REGISTRATION ?? false,
    oidcProviders: parsed.OIDC_PROVIDERS ?? [],
    hosted: hostedIdentity(parsed, publicUrl),
    returnToOrigins: parsed.RETURN_TO_ORIGINS ?? [],
    smtpUrl: parsed.SMTP_URL,
    mailFrom: parsed.MAIL_FROM ?? `Quarterdeck <quarterdeck@${new URL(publicUrl).hostname}>`,
    secretsDir: parsed.SECRETS_DIR,
    manifestsDir: parsed.MANIFESTS_DIR,
    // By default an agent does not monitor itself, because its server notices whether it runs.
    watchesItself: parsed.WATCH_ITSELF ?? upstream === undefined,
    showsItself: parsed.TOPOLOGY_SELF ?? parsed.WATCH_ITSELF ?? upstream === undefined,
    allowedVariables: new Map((parsed.ALLOW_ENV ?? []).map((name) => [name, source[name] || undefined])),
    cluster: readCluster(source),
    localProperties: localProperties(parsed),
    allowTargets: parsed.ALLOW_TARGETS ?? [],
    privateTargets: parsed.ALLOW_PRIVATE_TARGETS ?? "operators",
    allowExec: parsed.ALLOW_EXEC ?? true,
    allowDirectories: parsed.ALLOW_DIRECTORIES ?? [],
    commandEnvironment: {
      PATH: source["PATH"] || "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      LANG: source["LANG"] || "C.UTF-8",
    },
  };
}

function upstreamServer(parsed: Parsed): UpstreamServer | undefined {
  const { ROLE: role, UPSTREAM_URL: url, UPSTREAM_TOKEN: token, UPSTREAM_NAME: name } = parsed;
  if (role !== "agent") return undefined;
  if (url === undefined || token === undefined)
    throw new StartRefused(
      `${url === undefined ? "UPSTREAM_URL" : "UPSTREAM_TOKEN"} is required with ROLE=agent. ` +
        `Example: UPSTREAM_URL=${variables.UPSTREAM_URL.example}. The console shows both values when an agent is created.`,
    );
  return { url, token, name, username: parsed.UPSTREAM_USERNAME ?? "token" };
}

/** Reads the variables that Kubernetes sets in every pod. */
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
    "SECRET_KEY_PREVIOUS requires SECRET_KEY, the key that replaces it. " +
      `Example: SECRET_KEY=${variables.SECRET_KEY.example}`,
  );
}
