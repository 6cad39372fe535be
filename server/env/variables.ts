// The environment variables: their schemas, and examples for error messages.
import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { parseProperties } from "./local-properties.ts";
import { oidcProviders } from "./oidc-providers.ts";
import { isHost } from "./own-hosts.ts";
import { parseAllowedTargets } from "../outbound/allowed-targets.ts";
import { issuerOf } from "#language/hosted-identity.ts";
import { StartRefused } from "#lib/process/start-refused.ts";

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

/** Parses a URL that paths are appended to. It must not have parts that would be lost or could leak. */
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
  .refine(apiAddress, "must be a web address without a password, a query or a fragment")
  .transform((text) => new URL(text).href.replace(/\/$/, ""));

const origins = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim()))
  .refine((list) => list.every(webAddress), "is not a list of web addresses without paths, separated by commas")
  .transform((list) => list.map((address) => new URL(address).origin));

export const variables = {
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
  ALLOWED_HOSTS: {
    schema: z
      .string()
      .transform((text) => text.split(",").map((part) => part.trim().toLowerCase()))
      .refine(
        (hosts) => hosts.every(isHost),
        "is not a list of host names or addresses, each optionally with a port, separated by commas",
      ),
    example: "deck.internal,10.0.0.5:8080",
  },
  KUBERNETES_URL: {
    schema: ownService,
    example: "https://kubernetes.example.org:6443",
  },
  CHART_REGISTRY_URL: {
    schema: ownService,
    example: "https://charts.example.org/registry",
  },
  ADMIN_EMAIL: {
    schema: z.string().regex(/^[^\s@]+@[^\s@]+$/, "is not a valid email address"),
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
  ROLE: { schema: z.enum(["all", "web", "worker", "agent"], "must be all, web, worker or agent"), example: "web" },
  UPSTREAM_URL: { schema: ownService, example: "https://quarterdeck.example.org/api" },
  UPSTREAM_TOKEN: { schema: z.string().regex(/^\S+$/, "contains a space"), example: "qd_…" },
  UPSTREAM_NAME: { schema: z.string().trim().max(200, "is longer than 200 characters"), example: "cluster-north" },
  UPSTREAM_USERNAME: { schema: z.string().regex(/^[^\s:]+$/, "contains a space or a colon"), example: "token" },
  LOG_LEVEL: {
    schema: z.enum(
      ["trace", "debug", "info", "warn", "error", "fatal", "silent"],
      "must be trace, debug, info, warn, error, fatal or silent",
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
  RETURN_TO_ORIGINS: { schema: origins, example: "https://docs.example.org,https://wiki.example.org" },
  CLERK_PUBLISHABLE_KEY: {
    schema: z.string().refine((key) => issuerOf(key) !== undefined, "is not a publishable key"),
    example: "pk_live_Y2xlcmsuZXhhbXBsZS5vcmck",
  },
  CLERK_SECRET_KEY: {
    schema: z.string().regex(/^sk_(?:test|live)_\w+$/, "is not a secret key"),
    example: "sk_live_…",
  },
  CLERK_API_URL: { schema: ownService, example: "https://api.clerk.com" },
  CLERK_ORGANIZATION_ID: {
    schema: z.string().regex(/^org_\w+$/, "is not the id of an organisation"),
    example: "org_2abc",
  },
  CLERK_AUTHORIZED_PARTIES: { schema: origins, example: "https://console.example.org" },
  CLERK_BACKEND_ORIGINS: { schema: origins, example: "https://acme.example.org,https://globex.example.org" },
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
    schema: z
      .string()
      .regex(/^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, "is not a valid email sender"),
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
    schema: z.string().refine((path) => isAbsolute(path) && !path.includes("\0"), "is not an absolute path"),
    example: "/run/quarterdeck-secrets",
  },
  MANIFESTS_DIR: {
    schema: z.string().refine((path) => isAbsolute(path) && !path.includes("\0"), "is not an absolute path"),
    example: "/etc/quarterdeck/manifests",
  },
  WATCH_ITSELF: { schema: flag, example: "false" },
  TOPOLOGY_SELF: { schema: flag, example: "false" },
  ALLOW_ENV: {
    schema: z
      .string()
      .transform((text) => text.split(",").map((part) => part.trim()))
      .refine(
        (names) => names.every((name) => /^[A-Za-z_]\w*$/.test(name)),
        "is not a list of variable names, separated by commas",
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
    schema: z.enum(["operators", "everybody", "nobody"], "must be operators, everybody or nobody"),
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
/** The parsed variables that are set. */
export type Parsed = { [Name in keyof Variables]?: z.output<Variables[Name]["schema"]> };

/** Reports all invalid values at once. */
export function parseVariables(source: NodeJS.ProcessEnv): Parsed {
  const parsed: Record<string, unknown> = {};
  const bad: string[] = [];
  for (const [name, { schema, example }] of Object.entries(variables)) {
    const text = source[name];
    // Shells and compose files write an empty value for "not set".
    if (text === undefined || text === "") continue;
    const result = schema.safeParse(text);
    if (result.success) parsed[name] = result.data;
    else bad.push(`${name} ${result.error.issues[0]?.message ?? "is not valid"}. Example: ${name}=${example}`);
  }
  if (bad.length > 0) throw new StartRefused(bad.join("\n"));
  return parsed;
}
