import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { readEnv } from "./env.ts";
import { StartRefused } from "#lib/process/start-refused.ts";

const read = (variables: NodeJS.ProcessEnv) => readEnv(variables, false);

test("readEnv({}) returns the documented defaults", () => {
  expect(read({})).toMatchObject({
    port: 8080,
    host: "127.0.0.1",
    dataDirGiven: false,
    databaseUrl: undefined,
    publicUrl: "http://localhost:8080",
    allowedHosts: [],
    kubernetesUrl: undefined,
    adminEmail: "admin@localhost",
    adminPassword: undefined,
    secretKeys: undefined,
    trustProxy: false,
    metricsPublic: false,
    viewsPublic: false,
    role: "all",
    logLevel: "info",
    logFormat: "json",
    openRegistration: false,
    oidcProviders: [],
    returnToOrigins: [],
    smtpUrl: undefined,
    mailFrom: "Quarterdeck <quarterdeck@localhost>",
    secretsDir: undefined,
    allowedVariables: new Map(),
    cluster: undefined,
    localProperties: [],
    allowTargets: [],
    privateTargets: "operators",
    allowExec: true,
    allowDirectories: [],
  });
  expect(read({}).dataDir).toMatch(/\/\.data$/);
  expect(readEnv({}, true).logFormat).toBe("pretty");
});

test("an empty value means that the variable is not set", () => {
  expect(read({ PORT: "", ROLE: "" })).toMatchObject({ port: 8080, role: "all" });
});

test("the default public URL has the port of the server", () => {
  expect(read({ PORT: "9000" }).publicUrl).toBe("http://localhost:9000");
  expect(read({ PUBLIC_URL: "https://deck.example.org/" }).publicUrl).toBe("https://deck.example.org");
});

test("ALLOWED_HOSTS accepts host names and addresses with or without a port", () => {
  expect(read({ ALLOWED_HOSTS: "Deck.Internal, 10.0.0.5:8080,[fd00::1]" }).allowedHosts).toEqual([
    "deck.internal",
    "10.0.0.5:8080",
    "[fd00::1]",
  ]);
});

test("CHART_REGISTRY_URL has a default, and its trailing slash is removed", () => {
  expect(read({}).chartRegistryUrl).toMatch(/^https:\/\/\S+\/charts$/);
  expect(read({ CHART_REGISTRY_URL: "https://mirror.example.org/charts/" }).chartRegistryUrl).toBe(
    "https://mirror.example.org/charts",
  );
});

test("KUBERNETES_URL may have a path, and its trailing slash is removed", () => {
  expect(read({ KUBERNETES_URL: "https://k8s.example.org:6443/" }).kubernetesUrl).toBe("https://k8s.example.org:6443");
  expect(read({ KUBERNETES_URL: "https://gate.example.org/clusters/eu/" }).kubernetesUrl).toBe(
    "https://gate.example.org/clusters/eu",
  );
});

test.each([
  ["PORT", "http", "is not a whole number"],
  ["PORT", "70000", "is not a port number from 0 to 65535"],
  ["HOST", "not a host", "is neither an IP address nor a host name"],
  ["DATA_DIR", "a\0b", "is not a path"],
  ["DATABASE_URL", "mysql://db/x", "is not a PostgreSQL address"],
  ["DATABASE_URL", "db.example.org", "is not a PostgreSQL address"],
  ["PUBLIC_URL", "quarterdeck", "is not a web address without a path"],
  ["PUBLIC_URL", "https://example.org/deck", "is not a web address without a path"],
  [
    "ALLOWED_HOSTS",
    "https://deck.internal",
    "is not a list of host names or addresses, each optionally with a port, separated by commas",
  ],
  [
    "ALLOWED_HOSTS",
    "deck.internal/path",
    "is not a list of host names or addresses, each optionally with a port, separated by commas",
  ],
  [
    "ALLOWED_HOSTS",
    "*.example.org",
    "is not a list of host names or addresses, each optionally with a port, separated by commas",
  ],
  [
    "ALLOWED_HOSTS",
    "deck.internal,,10.0.0.5",
    "is not a list of host names or addresses, each optionally with a port, separated by commas",
  ],
  [
    "ALLOWED_HOSTS",
    "deck.internal:99999",
    "is not a list of host names or addresses, each optionally with a port, separated by commas",
  ],
  [
    "ALLOWED_HOSTS",
    "me@deck.internal",
    "is not a list of host names or addresses, each optionally with a port, separated by commas",
  ],
  ["KUBERNETES_URL", "kubernetes", "must be a web address without a password, a query or a fragment"],
  ["CHART_REGISTRY_URL", "charts", "must be a web address without a password, a query or a fragment"],
  ["KUBERNETES_URL", "ftp://k8s.example.org", "must be a web address without a password, a query or a fragment"],
  [
    "KUBERNETES_URL",
    "https://me:pw@k8s.example.org",
    "must be a web address without a password, a query or a fragment",
  ],
  ["KUBERNETES_URL", "https://k8s.example.org?x=1", "must be a web address without a password, a query or a fragment"],
  ["ADMIN_EMAIL", "root", "is not a valid email address"],
  ["ADMIN_PASSWORD", "short", "is shorter than 8 characters"],
  ["SECRET_KEY", "short", "is shorter than 32 characters"],
  ["SECRET_KEY_PREVIOUS", "short", "is shorter than 32 characters"],
  ["TRUST_PROXY", "maybe", "is neither true nor false"],
  ["METRICS_PUBLIC", "2", "is neither true nor false"],
  ["VIEWS_PUBLIC", "open", "is neither true nor false"],
  ["ROLE", "boss", "must be all, web, worker or agent"],
  ["UPSTREAM_URL", "deck", "must be a web address without a password, a query or a fragment"],
  ["UPSTREAM_TOKEN", "qd 1", "contains a space"],
  ["UPSTREAM_NAME", "n".repeat(201), "is longer than 200 characters"],
  ["UPSTREAM_USERNAME", "a:b", "contains a space or a colon"],
  ["LOG_LEVEL", "loud", "must be trace, debug, info, warn, error, fatal or silent"],
  ["LOG_FORMAT", "xml", "is neither pretty nor json"],
  ["OPEN_REGISTRATION", "sometimes", "is neither true nor false"],
  ["OIDC_PROVIDERS", "/no/such/file.json", "is neither a JSON list nor a file that can be read \\(ENOENT\\)"],
  ["OIDC_PROVIDERS", "[{", "is not valid JSON"],
  ["OIDC_PROVIDERS", import.meta.filename, "names a file that is not valid JSON"],
  ["RETURN_TO_ORIGINS", "docs", "is not a list of web addresses without paths, separated by commas"],
  [
    "RETURN_TO_ORIGINS",
    "https://a.example.org,https://b.example.org/x",
    "is not a list of web addresses without paths, separated by commas",
  ],
  ["SMTP_URL", "smtp.example.org", "is not the address of an SMTP server"],
  ["SMTP_URL", "https://smtp.example.org", "is not the address of an SMTP server"],
  ["MAIL_FROM", "Quarterdeck", "is not a valid email sender"],
  ["MAIL_FROM", "Deck <deck@example.org>\r\nBcc: all@example.org", "is not a valid email sender"],
  ["SECRETS_DIR", "secrets", "is not an absolute path"],
  ["WATCH_ITSELF", "perhaps", "is neither true nor false"],
  ["TOPOLOGY_SELF", "perhaps", "is neither true nor false"],
  ["MANIFESTS_DIR", "manifests", "is not an absolute path"],
  ["SECRETS_DIR", "/a\0b", "is not an absolute path"],
  ["ALLOW_ENV", "DB_*", "is not a list of variable names, separated by commas"],
  ["ALLOW_ENV", "DB_PASSWORD,", "is not a list of variable names, separated by commas"],
  ["ALLOW_ENV", "DB_PASSWORD,SECRET_KEY", "contains a variable that configures Quarterdeck itself"],
  ["ALLOW_TARGETS", "10.0.0.0/33", "has an entry \\(number 1\\) that is not a network such as 10.1.0.0/16"],
  ["ALLOW_TARGETS", "db:5432,db:99999", "has an entry \\(number 2\\) that has no port from 1 to 65535"],
  ["ALLOW_TARGETS", "ada:pw@db", "has an entry \\(number 1\\) that is neither a network, an address nor a host name"],
  ["ALLOW_PRIVATE_TARGETS", "true", "must be operators, everybody or nobody"],
  ["ALLOW_EXEC", "admins", "is neither true nor false"],
  ["ALLOW_DIRECTORIES", "reports", "is not a list of absolute paths without .., separated by commas"],
  ["ALLOW_DIRECTORIES", "/srv,/srv/../etc", "is not a list of absolute paths without .., separated by commas"],
  ["ARTIFACTS_S3_URL", "https://s3.example.org", "is not an address with a bucket"],
])("rejects %s=%j with a reason and an example", (name, value, sentence) => {
  expect(() => read({ [name]: value })).toThrow(StartRefused);
  expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} ${sentence}\\. Example: ${name}=`));
});

test("ALLOW_ENV selects the environment variables that are passed on", () => {
  const { allowedVariables } = read({ ALLOW_ENV: "A, B", A: "1", C: "3" });
  expect([...allowedVariables]).toEqual([
    ["A", "1"],
    ["B", undefined],
  ]);
});

test("in a pod, the environment contains the address of the cluster's API", () => {
  const at = (host: string) => read({ KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: "443" }).cluster?.url;
  expect(at("10.0.0.1")).toBe("https://10.0.0.1:443");
  expect(at("fd00::1")).toBe("https://[fd00::1]:443");
  expect(at("")).toBeUndefined();
});

test("allowed targets, commands and directories are read from the environment", () => {
  const { allowTargets, ...rest } = read({
    ALLOW_TARGETS: "10.0.0.0/8, db:5432",
    ALLOW_PRIVATE_TARGETS: "nobody",
    ALLOW_EXEC: "off",
    ALLOW_DIRECTORIES: "/srv/reports/, /var//backups,",
    PATH: "/usr/bin",
    LANG: "nb_NO.UTF-8",
  });
  expect(allowTargets).toMatchObject([{ port: undefined }, { name: "db", port: 5432 }]);
  expect(rest).toMatchObject({
    privateTargets: "nobody",
    allowExec: false,
    allowDirectories: ["/srv/reports", "/var/backups"],
    commandEnvironment: { PATH: "/usr/bin", LANG: "nb_NO.UTF-8" },
  });
});

test("ROLE=agent requires the address and the token of the server", () => {
  const upstream = { UPSTREAM_URL: "https://deck.example.org/api/", UPSTREAM_TOKEN: "qd_1_a" };
  expect(read({ ROLE: "agent", ...upstream })).toMatchObject({
    role: "worker",
    upstream: { url: "https://deck.example.org/api", token: "qd_1_a", username: "token", name: undefined },
    watchesItself: false,
    dataDir: expect.stringMatching(/\.data-agent$/) as string,
  });
  expect(read({ ROLE: "worker", ...upstream }).upstream).toBeUndefined();
  expect(() => read({ ROLE: "agent" })).toThrow(/^UPSTREAM_URL is required with ROLE=agent/);
  expect(() => read({ ROLE: "agent", UPSTREAM_URL: upstream.UPSTREAM_URL })).toThrow(/^UPSTREAM_TOKEN is required/);
});

test("all invalid values are reported at once", () => {
  expect(() => read({ PORT: "x", ROLE: "x" })).toThrow(/PORT .*\n.*ROLE /s);
});

test("secretKeys lists the key and its predecessor, and SECRET_KEY_PREVIOUS requires SECRET_KEY", () => {
  const [key, previous] = ["k".repeat(32), "p".repeat(32)];
  expect(read({ SECRET_KEY: key }).secretKeys).toEqual([key]);
  expect(read({ SECRET_KEY: key, SECRET_KEY_PREVIOUS: previous }).secretKeys).toEqual([key, previous]);
  expect(read({ SECRET_KEY: key, SECRET_KEY_PREVIOUS: key }).secretKeys).toEqual([key]);
  expect(() => read({ SECRET_KEY_PREVIOUS: previous })).toThrow(/SECRET_KEY_PREVIOUS requires SECRET_KEY/);
});

test("error messages do not contain the value, because it may be a secret", () => {
  expect(() => read({ SECRET_KEY: "hunter2" })).not.toThrow(/hunter2/);
});

test("DATABASE_URL requires SECRET_KEY", () => {
  const url = "postgres://deck@db/deck";
  expect(() => read({ DATABASE_URL: url })).toThrow(/SECRET_KEY is required with DATABASE_URL/);
  expect(read({ DATABASE_URL: url, SECRET_KEY: "k".repeat(32) }).databaseUrl).toBe(url);
});

test("properties come from a file and from a variable, which takes precedence", ({ onTestFinished }) => {
  const folder = mkdtempSync(join(tmpdir(), "tokens-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "properties");
  writeFileSync(file, "# ours\nlogs.disable=true\nviews.disable=true\n");
  const { localProperties } = read({ PROPERTIES_FILE: file, PROPERTIES: "views.disable=false, note=a, b, x=1" });
  expect(localProperties).toEqual([
    { name: "logs.disable", value: "true", origin: "file" },
    { name: "views.disable", value: "false", origin: "environment" },
    { name: "note", value: "a, b", origin: "environment" },
    { name: "x", value: "1", origin: "environment" },
  ]);
  writeFileSync(file, "logs.disable=true\noops\n");
  expect(() => read({ PROPERTIES_FILE: file })).toThrow("cannot be read: line 2 is not of the form name=value");
  expect(() => read({ PROPERTIES_FILE: join(folder, "none") })).toThrow(StartRefused);
  expect(() => read({ PROPERTIES: "oops" })).toThrow("PROPERTIES cannot be read: line 1 is not of the form name=value");
});
