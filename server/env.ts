// Every environment variable the product knows, parsed once at the start. Nobody else reads process.env.
import { readFileSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { type LocalProperty, merged, parseProperties } from "./local-properties.ts";
import { oidcProviders, type OidcProvider } from "./oidc-providers.ts";
import { parseAllowedTargets, type AllowedTarget } from "./outbound/allowed-targets.ts";
import type { PrivateTargets } from "./outbound/judge.ts";
import { repository } from "./repository.ts";
import { StartRefused } from "./start-refused.ts";

const flag = z
  .enum(["true", "false", "1", "0", "yes", "no", "on", "off"], "is neither true nor false")
  .transform((text) => ["true", "1", "yes", "on"].includes(text));

const port = z
  .string()
  .regex(/^\d+$/, "is not a whole number")
  .transform(Number)
  .refine((number) => number <= 65535, "is not a port number from 0 to 65535");

const webAddress = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && ["http:", "https:"].includes(url.protocol) && url.pathname === "/" && !url.search;
};

/** An address that others append paths to: nothing in it may be lost or leak when it is handed on. */
const apiAddress = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (
    url !== undefined &&
    ["http:", "https:"].includes(url.protocol) &&
    [url.search, url.hash, url.username, url.password].every((part) => part === "")
  );
};

const ownService = z
  .string()
  .refine(apiAddress, "is not a web address without a password, a query and a fragment")
  .transform((text) => new URL(text).href.replace(/\/$/, ""));

const variables = {
  PORT: { schema: port, example: "8080" },
  HOST: {
    schema: z.string().regex(/^[A-Za-z0-9.:-]+$/, "is neither an IP address nor a host name"),
    example: "0.0.0.0",
  },
  DATA_DIR: { schema: z.string().refine((path) => !path.includes("\0"), "is not a path"), example: "/srv/quarterdeck" },
  DATABASE_URL: {
    schema: z
      .string()
      .refine(
        (text) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol),
        "is not a PostgreSQL address",
      ),
    example: "postgres://quarterdeck:password@db.example.org:5432/quarterdeck",
  },
  PUBLIC_URL: {
    schema: z
      .string()
      .refine(webAddress, "is not a web address without a path")
      .transform((text) => new URL(text).origin),
    example: "https://quarterdeck.example.org",
  },
  KUBERNETES_URL: {
    schema: ownService,
    example: "https://kubernetes.example.org:6443",
  },
  ADMIN_EMAIL: {
    schema: z.string().regex(/^[^\s@]+@[^\s@]+$/, "is not an e-mail address"),
    example: "admin@example.org",
  },
  ADMIN_PASSWORD: {
    schema: z.string().min(8, "is shorter than 8 characters").max(1024, "is longer than 1024 characters"),
    example: "correct-horse-battery",
  },
  SECRET_KEY: {
    schema: z.string().min(32, "is shorter than 32 characters"),
    example: "the output of: openssl rand -base64 32",
  },
  SECRET_KEY_PREVIOUS: {
    schema: z.string().min(32, "is shorter than 32 characters"),
    example: "the SECRET_KEY that was in use until now",
  },
  TRUST_PROXY: { schema: flag, example: "true" },
  METRICS_PUBLIC: { schema: flag, example: "true" },
  VIEWS_PUBLIC: { schema: flag, example: "true" },
  ROLE: { schema: z.enum(["all", "web", "worker"], "is none of all, web and worker"), example: "web" },
  LOG_LEVEL: {
    schema: z.enum(
      ["trace", "debug", "info", "warn", "error", "fatal", "silent"],
      "is none of trace, debug, info, warn, error, fatal and silent",
    ),
    example: "info",
  },
  LOG_FORMAT: { schema: z.enum(["pretty", "json"], "is neither pretty nor json"), example: "json" },
  OPEN_REGISTRATION: { schema: flag, example: "true" },
  OIDC_PROVIDERS: {
    schema: oidcProviders,
    example:
      '[{"id":"example","label":"Example","issuer":"https://id.example.org","client_id":"quarterdeck","client_secret":"…"}]',
  },
  RETURN_TO_ORIGINS: {
    schema: z
      .string()
      .transform((text) => text.split(",").map((part) => part.trim()))
      .refine((list) => list.every(webAddress), "is not a list of web addresses without paths, separated by commas")
      .transform((list) => list.map((address) => new URL(address).origin)),
    example: "https://docs.example.org,https://wiki.example.org",
  },
  KRATOS_PUBLIC_URL: { schema: ownService, example: "http://kratos.example.org:4433" },
  KRATOS_ADMIN_URL: { schema: ownService, example: "http://kratos.example.org:4434" },
  KRATOS_SESSION_COOKIE: {
    schema: z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, "is not the name of a cookie"),
    example: "ory_kratos_session",
  },
  SMTP_URL: {
    schema: z
      .string()
      .refine(
        (text) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== "",
        "is not the address of an SMTP server",
      ),
    example: "smtps://user:password@smtp.example.org",
  },
  MAIL_FROM: {
    schema: z.string().regex(/^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, "is not a sender of e-mails"),
    example: "Quarterdeck <quarterdeck@example.org>",
  },
  PROPERTIES_FILE: {
    schema: z.string().refine((path) => !path.includes("\0"), "is not a path"),
    example: "/etc/quarterdeck.properties",
  },
  PROPERTIES: {
    schema: z.string().transform((text, context) => {
      try {
        return parseProperties(text.replaceAll(/,\s*(?=[^\s=,]+\s*=)/g, "\n"));
      } catch (error) {
        context.addIssue({ code: "custom", message: `cannot be read: ${(error as Error).message}` });
        return z.NEVER;
      }
    }),
    example: "logs.disable=true,audit.retention.days=730",
  },
  SECRETS_DIR: {
    schema: z.string().refine((path) => isAbsolute(path) && !path.includes("\0"), "is not a path from the root on"),
    example: "/run/quarterdeck-secrets",
  },
  MANIFESTS_DIR: {
    schema: z.string().refine((path) => isAbsolute(path) && !path.includes("\0"), "is not a path from the root on"),
    example: "/etc/quarterdeck/manifests",
  },
  WATCH_ITSELF: { schema: flag, example: "false" },
  ALLOW_ENV: {
    schema: z
      .string()
      .transform((text) => text.split(",").map((part) => part.trim()))
      .refine(
        (names) => names.every((name) => /^[A-Za-z_]\w*$/.test(name)),
        "is not a list of names of variables, separated by commas",
      ),
    example: "DB_PASSWORD,SLACK_TOKEN",
  },
  ALLOW_TARGETS: {
    schema: z.string().transform((text, context) => {
      try {
        return parseAllowedTargets(text);
      } catch (error) {
        context.addIssue({ code: "custom", message: (error as Error).message });
        return z.NEVER;
      }
    }),
    example: "10.20.0.0/16,metadata.google.internal:80,[fd00::1]:5432",
  },
  ALLOW_PRIVATE_TARGETS: {
    schema: z.enum(["operators", "everybody", "nobody"], "is none of operators, everybody and nobody"),
    example: "operators",
  },
  ALLOW_EXEC: { schema: flag, example: "false" },
  ALLOW_DIRECTORIES: {
    schema: z
      .string()
      .transform((text) =>
        text
          .split(",")
          .map((part) => part.trim())
          .filter((part) => part !== ""),
      )
      .refine(
        (list) => list.every((path) => isAbsolute(path) && !path.includes("\0") && !path.split("/").includes("..")),
        "is not a list of absolute paths without .., separated by commas",
      )
      .transform((list) => list.map((path) => resolve(path))),
    example: "/srv/reports,/var/backups",
  },
  ARTIFACTS_S3_URL: {
    schema: z
      .string()
      .refine(
        (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).pathname.length > 1,
        "is not an address with a bucket",
      ),
    example: "https://ACCESS_KEY:SECRET@s3.example.org/bucket?region=eu-central-1",
  },
} satisfies Record<string, { schema: z.ZodType; example: string }>;

type Variables = typeof variables;
type Parsed = { [Name in keyof Variables]?: z.output<Variables[Name]["schema"]> };

export type ServerRole = "all" | "web" | "worker";

export interface Kratos {
  publicUrl: string;
  adminUrl: string | undefined;
  sessionCookie: string;
  /** Whose e-mail makes an administrator; undefined when the first one becomes it. */
  administrator: string | undefined;
}

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
  /** The Ory Kratos that people sign in with, in place of the identity service that is built in. */
  kratos: Kratos | undefined;
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

function parse(source: NodeJS.ProcessEnv): Parsed {
  const parsed: Record<string, unknown> = {};
  const bad: string[] = [];
  for (const [name, { schema, example }] of Object.entries(variables)) {
    const text = source[name];
    // An empty value is how shells and compose files say "not set".
    if (text === undefined || text === "") continue;
    const result = schema.safeParse(text);
    if (result.success) parsed[name] = result.data;
    else bad.push(`${name} ${result.error.issues[0]?.message ?? "is not valid"}. Example: ${name}=${example}`);
  }
  if (bad.length > 0) throw new StartRefused(bad.join("\n"));
  return parsed;
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
  const given = parse(source);
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
  const kratos = readKratos(given);
  const listenPort = given.PORT ?? 8080;
  const publicUrl = given.PUBLIC_URL ?? `http://localhost:${listenPort}`;
  return {
    port: listenPort,
    host: given.HOST ?? "127.0.0.1",
    dataDir: resolve(repository, given.DATA_DIR ?? ".data"),
    dataDirGiven: given.DATA_DIR !== undefined,
    databaseUrl: given.DATABASE_URL,
    publicUrl,
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
    kratos,
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

function readKratos(given: Parsed): Kratos | undefined {
  if (given.KRATOS_PUBLIC_URL === undefined) {
    if (given.KRATOS_ADMIN_URL === undefined) return undefined;
    throw new StartRefused(
      "KRATOS_ADMIN_URL is of no use without KRATOS_PUBLIC_URL, which people sign in with. " +
        `Example: KRATOS_PUBLIC_URL=${variables.KRATOS_PUBLIC_URL.example}`,
    );
  }
  if (given.OIDC_PROVIDERS !== undefined)
    throw new StartRefused(
      "OIDC_PROVIDERS is of no use with KRATOS_PUBLIC_URL: people sign in with Kratos, so configure the providers there.",
    );
  return {
    publicUrl: given.KRATOS_PUBLIC_URL,
    adminUrl: given.KRATOS_ADMIN_URL,
    sessionCookie: given.KRATOS_SESSION_COOKIE ?? "ory_kratos_session",
    administrator: given.ADMIN_EMAIL?.toLowerCase(),
  };
}
