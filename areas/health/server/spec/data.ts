// Checks of stores, files, clusters and whatever can be asked a question.
import { z } from "zod";
import {
  connection,
  count,
  envVar,
  filled,
  list,
  namedEnvVar,
  part,
  selector,
  text,
  texts,
  yes,
} from "#server/spec/parts.ts";
import { check, plainCheck } from "./check.ts";

export const exec = check({
  script: filled.meta({ label: "Script", field: "long-text" }),
  env: list(namedEnvVar).optional().meta({ label: "Variables" }),
  artifacts: list(part({ path: filled }))
    .optional()
    .meta({ label: "Artifacts" }),
});

const aws = part({
  connection: connection.optional(),
  accessKey: envVar.optional().meta({ label: "Access key", field: "env-var" }),
  secretKey: envVar.optional().meta({ label: "Secret key", field: "env-var", secret: true }),
  region: text.optional().meta({ label: "Region" }),
  endpoint: text.optional().meta({ label: "Endpoint" }),
  objectPath: text.optional(),
  skipTLSVerify: yes.optional(),
  usePathStyle: yes.optional(),
});

export const s3 = plainCheck({
  bucketName: filled.meta({ label: "Bucket" }),
  storageClass: text.optional(),
  ...aws.shape,
  objectPath: text.optional().meta({ label: "Object" }),
});

const age = text.optional().meta({ field: "duration" });
const size = text.optional();
const limits = { minAge: age, maxAge: age, minSize: size, maxSize: size };

export const folder = check({
  path: filled.meta({ label: "Folder Path" }),
  recursive: yes.optional().meta({ label: "With folders inside" }),
  filter: part({ ...limits, regex: text.optional(), since: text.optional() })
    .optional()
    .meta({ label: "Filter" }),
  minCount: count.optional().meta({ label: "Min count" }),
  maxCount: count.optional().meta({ label: "Max count" }),
  ...limits,
  availableSize: size,
  totalSize: size,
  awsConnection: aws.optional().meta({ label: "AWS" }),
  gcpConnection: part({ connection: connection.optional(), endpoint: text.optional(), credentials: envVar.optional() })
    .optional()
    .meta({ label: "GCP" }),
  sftpConnection: part({ connection: connection.optional(), host: text.optional(), port: count.optional() })
    .optional()
    .meta({ label: "SFTP" }),
  smbConnection: part({
    connection: connection.optional(),
    port: count.optional(),
    domain: text.optional(),
    sharename: text.optional(),
    searchPath: text.optional(),
  })
    .optional()
    .meta({ label: "SMB" }),
});

const objects = part({
  name: text.optional(),
  labelSelector: text.optional(),
  fieldSelector: text.optional(),
  search: text.optional(),
});

export const kubernetes = check({
  kind: filled.meta({ label: "Kind" }),
  apiVersion: text.optional(),
  namespaceSelector: objects.optional().meta({ label: "Namespaces" }),
  resource: objects.optional().meta({ label: "Resources" }),
  ignore: texts.optional().meta({ label: "Ignore" }),
  healthy: yes.optional().meta({ label: "All healthy" }),
  ready: yes.optional().meta({ label: "All ready" }),
  kubeconfig: envVar.optional().meta({ label: "Kubeconfig", field: "env-var", secret: true }),
});

export const catalog = check({ selector: list(selector).meta({ label: "Selectors" }) });

/** Types whose own fields are kept as they are written. */
export const other = check({ config: z.unknown().optional() }).omit({ config: true });
