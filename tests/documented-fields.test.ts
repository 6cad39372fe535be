// Lists by hand every field that existing manifests, forms and engines have. The schema of its kind must contain each
// field, and the product must either use it (the given file tests that) or reject it with a message. No field is
// silently ignored.
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { partsOf, wrapped } from "#server/spec/schema-parts.ts";
import { selector } from "#server/spec/parts.ts";
import { checkKinds } from "#areas/health/server/checks/index.ts";
import { whyAbsent as whyNoCheck } from "#areas/health/server/checks/absent.ts";
import { canarySpec } from "#areas/health/server/spec/canary.ts";
import { scraperKinds } from "#areas/catalog/server/scrapers/index.ts";
import { whyAbsent as whyNoScraper } from "#areas/catalog/server/spec/absent.ts";
import { scraperSpecOf } from "#areas/catalog/server/spec/scraper.ts";

const checks = "areas/health/server/checks";
const runs = "areas/health/server/run";
const scrapers = "areas/catalog/server/scrapers";
const scrape = "areas/catalog/server/scrape";
const http = `${checks}/http.test.ts`;
const signIn = `${checks}/http/sign-in.test.ts`;
const identities = `${checks}/identities.test.ts`;
const folders = `${checks}/folder.test.ts`;
const cloudFields = `${checks}/cloud-fields.test.ts`;
const fileRows = "tests/servers/check-rows/files.ts";
const databaseRows = "tests/servers/check-rows/databases.ts";
const services = `${checks}/services.test.ts`;
const clusterTests = `${checks}/kubernetes.test.ts`;
const exec = `${checks}/exec.test.ts`;

/** `refused` instead of a file name means that the schema rejects the field when it has a value. */
type Fields = Readonly<Record<string, string>>;

const commonCheckFields: Fields = {
  [`${runs}/judge.test.ts`]:
    "description metrics test.expr test.template test.javascript display.jsonPath display.jsonpath",
  [`${runs}/prepare.test.ts`]: "name labels",
  [`${runs}/transform.test.ts`]: "transform transformDeleteStrategy markFailOnEmpty icon",
  [`${runs}/timing.test.ts`]: "retries.delay retries.interval retries.timeout retries.maxRetries retries.disabled",
  [`${runs}/run-canary.test.ts`]: "dependsOn",
  [`${runs}/relationships.db.test.ts`]: "relationships.components relationships.configs",
  "areas/health/server/engine/sync.db.test.ts": "namespace",
};

const request: Fields = {
  [http]:
    "url connection method body templateBody headers env username password tlsConfig.ca tlsConfig.insecureSkipVerify",
  [signIn]:
    "digest ntlm ntlmv2 oauth2.tokenURL oauth2.scope oauth2.params awsSigV4.accessKey awsSigV4.secretKey awsSigV4.region awsSigV4.service awsSigV4.sessionToken",
  [identities]:
    "bearer basic authentication.username authentication.password oauth.clientID oauth.clientSecret oauth.tokenURL oauth.scope oauth.scopes awsSigV4.assumeRole awsSigV4.connection tlsConfig.cert tlsConfig.key tls.cert tls.key",
};

const webServer: Fields = {
  [identities]:
    "url username password bearer headers authentication.username oauth.clientID oauth2.tokenURL tlsConfig.cert tls.cert tls.key",
};

const sql: Fields = { [databaseRows]: "url username password query results connection timeout markFailOnEmpty" };

const cluster: Fields = { [clusterTests]: "kubeconfig connection", refused: "eks gke cnrm" };

const script: Fields = {
  [exec]: "script env artifacts.path timeout checkout.url checkout.destination checkout.depth",
  "tests/servers/check-rows/code.ts": "checkout.branch checkout.ref checkout.certificate",
  [identities]:
    "connections.aws.accessKey connections.aws.secretKey connections.aws.assumeRole connections.aws.region connections.aws.endpoint connections.aws.sessionToken",
  refused:
    "setup connections.gcp connections.azure connections.opensearch connections.fromConfigItem connections.eksPodIdentity connections.serviceAccount connections.aws.skipTLSVerify connections.kubernetes.eks connections.kubernetes.gke connections.kubernetes.cnrm",
};

const checkFields: Readonly<Record<string, readonly Fields[]>> = {
  http: [
    request,
    {
      [http]: "thresholdMillis responseCodes responseContent maxSSLExpiry maxRedirects",
      [`${checks}/http/crawl.test.ts`]:
        "crawl.depth crawl.parallelism crawl.delay crawl.randomDelay crawl.allowedDomains crawl.disallowedDomains crawl.allowedURLFilters crawl.disallowedURLFilters",
    },
  ],
  tcp: [{ [`${checks}/tcp.test.ts`]: "endpoint", "tests/manifests/failing/network.yaml": "thresholdMillis" }],
  icmp: [{ [`${checks}/icmp.test.ts`]: "endpoint packetCount packetLossThreshold thresholdMillis" }],
  dns: [{ [`${checks}/dns.test.ts`]: "server port query querytype minrecords exactreply timeout thresholdMillis" }],
  exec: [script],
  postgres: [sql],
  mysql: [sql],
  mssql: [sql],
  redis: [{ [databaseRows]: "addr url db username password tlsConfig.enable tlsConfig.ca" }],
  mongodb: [{ [databaseRows]: "url username password" }],
  ldap: [{ [databaseRows]: "url username password bindDN userSearch" }],
  s3: [
    {
      [fileRows]: "bucketName objectPath endpoint accessKey secretKey",
      [cloudFields]: "storageClass region usePathStyle skipTLSVerify connection assumeRole sessionToken",
    },
  ],
  folder: [
    {
      [fileRows]:
        "path recursive filter.regex filter.maxAge minCount maxCount minAge maxAge minSize maxSize availableSize totalSize sftpConnection.host sftpConnection.port smbConnection.port smbConnection.share smbConnection.searchPath smbConnection.workstation smbConnection.authentication smbConnection.connection smbConnection.domain smbConnection.sharename sftpConnection.connection sftpConnection.auth",
      [folders]:
        "awsConnection.endpoint awsConnection.accessKey awsConnection.secretKey awsConnection.sessionToken awsConnection.assumeRole awsConnection.objectPath gcpConnection.credentials markFailOnEmpty",
      [`${checks}/folder/limits.test.ts`]: "filter.since filter.minAge filter.minSize filter.maxSize",
      [cloudFields]:
        "awsConnection.region awsConnection.usePathStyle awsConnection.skipTLSVerify awsConnection.connection gcpConnection.endpoint gcpConnection.connection gcpConnection.skipTLSVerify",
    },
  ],
  prometheus: [webServer, { [services]: "query", refused: "host" }],
  alertmanager: [webServer, { [services]: "alerts ignore filters exclude_filters markFailOnEmpty", refused: "host" }],
  elasticsearch: [webServer, { [services]: "index query results markFailOnEmpty" }],
  opensearch: [webServer, { [services]: "index query results markFailOnEmpty" }],
  kubernetes: [
    cluster,
    {
      [clusterTests]:
        "kind apiVersion namespaceSelector.name namespaceSelector.labelSelector namespaceSelector.fieldSelector namespaceSelector.search resource.name resource.labelSelector resource.fieldSelector resource.search ignore healthy ready",
    },
  ],
  kubernetesResource: [
    { refused: "eks gke cnrm" },
    {
      [`${checks}/kubernetes-resource.test.ts`]:
        "resources staticResources waitFor.expr waitFor.timeout waitFor.interval waitFor.disable waitFor.delete clearResources checks checkRetries kubeconfig",
    },
  ],
  catalog: [{ [`${checks}/own-database.db.test.ts`]: "selector markFailOnEmpty" }],
  webhook: [{ [`${checks}/webhook.test.ts`]: "token" }],
  junit: [{ [`${checks}/junit.test.ts`]: "testResults timeout artifacts script", refused: "spec setup" }],
};

const commonEntryFields: Fields = {
  [`${scrape}/attributes.test.ts`]:
    "id name type class status health description labels tags createFields deleteFields timestampFormat",
  [`${scrape}/scrape.test.ts`]: "items",
  [`${scrape}/document.test.ts`]: "format",
  [`${scrape}/kept.test.ts`]: "transform.exclude transform.mask",
  [`${scrape}/related.test.ts`]: "transform.relationship",
  "areas/catalog/server/spec/entry.test.ts": "properties",
};

const scraperFields: Readonly<Record<string, readonly Fields[]>> = {
  file: [
    {
      [`${scrapers}/file.test.ts`]:
        "url connection paths ignore aws.endpoint aws.assumeRole gcp.credentials username password",
    },
  ],
  http: [
    request,
    {
      [`${scrapers}/http.test.ts`]:
        "pagination.nextPageExpr pagination.reduceExpr pagination.perPage pagination.maxPages pagination.delay",
    },
  ],
  sql: [
    {
      "tests/system/scrapers.test.ts": "connection query auth.username auth.password",
      "tests/system/built-server-libraries.test.ts": "driver",
    },
  ],
  exec: [
    {
      [`${scrapers}/exec.test.ts`]: "script env checkout",
      refused: "query artifacts setup connections.gcp connections.azure",
    },
  ],
  kubernetes: [
    {
      [`${scrapers}/kubernetes.db.test.ts`]:
        "clusterName namespace scope selector fieldSelector since exclusions event maxInFlight kubeconfig",
      "tests/support/cluster-estate.ts": "relationships",
      [`${scrapers}/kubernetes-watch.db.test.ts`]: "watch",
      refused: "eks gke cnrm",
    },
  ],
  kubernetesFile: [
    {
      [`${scrapers}/kubernetes-file.db.test.ts`]:
        "selector.namespace selector.kind selector.name selector.labelSelector container files.path files.format",
      refused: "eks gke cnrm",
    },
  ],
  terraform: [
    {
      [`${scrapers}/terraform.test.ts`]: "name state.http state.gcs",
      "tests/system/scrapers.test.ts": "state.local state.s3.bucket state.s3.objectPath",
    },
  ],
  postgres: [{ "tests/system/scrapers.test.ts": "connection permissions" }],
  githubActions: [
    {
      [`${scrapers}/github.test.ts`]:
        "owner repository workflows branch actor status token connection personalAccessToken",
    },
  ],
  github: [{ [`${scrapers}/github.test.ts`]: "repositories organizations security openssf permissions" }],
  clickhouse: [
    { [`${scrapers}/clickhouse.test.ts`]: "clickhouseURL query connection", refused: "awsS3 azureBlobStorage" },
  ],
};

const manifests: readonly [what: string, schema: z.ZodType, fields: Fields][] = [
  [
    "a canary",
    canarySpec,
    {
      "areas/health/server/engine/sync.db.test.ts":
        "schedule interval replicas severity owner agentSelector resultMode",
      [`${runs}/run-check.test.ts`]: "env retries",
    },
  ],
  [
    "a scraper",
    scraperSpecOf(scraperKinds),
    {
      "areas/catalog/server/run/scrape-job.db.test.ts": "schedule logLevel",
      "areas/catalog/server/run/turns.db.test.ts": "timeout",
      "areas/catalog/server/scrape/full.test.ts": "full",
      "areas/catalog/server/retain-scraped.db.test.ts": "retention",
      "areas/catalog/server/run/crd-sync.db.test.ts": "crdSync",
      "areas/catalog/server/run/shared-fields.test.ts": "watch",
      "areas/catalog/server/run/prepare.test.ts": "env",
    },
  ],
  [
    "a resource selector",
    selector,
    {
      [`${checks}/own-database.db.test.ts`]:
        "name types health agent labelSelector tagSelector fieldSelector search limit includeDeleted",
      "areas/search/server/search.db.test.ts": "id namespace statuses",
    },
  ],
];

/** Returns every part of the schema at a path, including parts inside lists, unions and wrappers. */
function at(schema: z.ZodType, [name, ...rest]: readonly string[]): z.ZodType[] {
  const parts = partsOf(schema);
  if (name === undefined) return [schema];
  const inner = wrapped(parts) ?? parts.element;
  if (inner) return at(inner, [name, ...rest]);
  if (parts.options) return parts.options.flatMap((option) => at(option, [name, ...rest]));
  const field = parts.shape && Object.hasOwn(parts.shape, name) ? parts.shape[name] : undefined;
  return field ? at(field, rest) : [];
}

const refusalOf = (schemas: readonly z.ZodType[]) =>
  schemas.map((schema) => schema.meta()?.["refused"]).find((why) => typeof why === "string");

const texts = new Map<string, string>();
function textOf(file: string): string {
  const text = texts.get(file) ?? (existsSync(file) ? readFileSync(file, "utf8") : "");
  texts.set(file, text);
  return text;
}

function problemsIn(schema: z.ZodType, fields: Fields): string[] {
  const problems: string[] = [];
  for (const [where, paths] of Object.entries(fields))
    for (const path of paths.split(" ")) {
      const names = path.split(".");
      const found = at(schema, names);
      const why = refusalOf(found);
      if (found.length === 0) problems.push(`${path} is unknown to the schema`);
      else if (where === "refused") problems.push(...badRefusal(schema, names, why));
      else if (why !== undefined) problems.push(`${path} is refused`);
      else if (!new RegExp(`\\b${names.at(-1)!}\\b`).test(textOf(where)))
        problems.push(`${where} does not test ${path}`);
    }
  return problems;
}

/** Finds rejected fields whose error is not the field's own message. */
function badRefusal(schema: z.ZodType, names: readonly string[], why: string | undefined): string[] {
  const path = names.join(".");
  if (why === undefined) return [`${path} is not refused`];
  const spec = names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), { anything: "x" });
  const issues = schema.safeParse(spec).error?.issues ?? [];
  return issues.some((issue) => issue.path.join(".") === path && issue.message === why)
    ? []
    : [`${path} does not say why it is refused`];
}

describe("the schema of the check", () => {
  test.each(Object.entries(checkFields))("%s contains every documented field", (type, fields) => {
    const kind = checkKinds.find((checkKind) => checkKind.type === type)!;
    expect([commonCheckFields, ...fields].flatMap((part) => problemsIn(kind.spec, part))).toEqual([]);
  });
});

describe("the schema of the scraper", () => {
  test.each(Object.entries(scraperFields))("%s contains every documented field", (type, fields) => {
    const kind = scraperKinds.find((scraperKind) => scraperKind.type === type)!;
    expect([commonEntryFields, ...fields].flatMap((part) => problemsIn(kind.spec, part))).toEqual([]);
  });
});

test.each(manifests)("the schema of %s contains every documented field", (_, schema, fields) => {
  expect(problemsIn(schema, fields)).toEqual([]);
});

test("this file lists the fields of every kind, and a kind that cannot run has a message", () => {
  const ours = new Set(["git", "github", "quarterdeck", "system"]);
  const kinds = (all: readonly { type: string }[]) => all.map(({ type }) => type).filter((type) => !ours.has(type));
  expect(Object.keys(checkFields).toSorted()).toEqual(kinds(checkKinds).toSorted());
  expect(Object.keys(scraperFields).toSorted()).toEqual([...kinds(scraperKinds), "github"].toSorted());
  for (const type of "restic jmeter cloudwatch awsConfig awsConfigRule databaseBackup azureDevops dynatrace pubsub gcs".split(
    " ",
  ))
    expect(whyNoCheck(type)).toMatch(/cannot be run by this version/);
  for (const type of "trivy azureDevops aws azure gcp logs slack pubsub playwright".split(" "))
    expect(whyNoScraper(type)).toMatch(/cannot be run by this version/);
});
