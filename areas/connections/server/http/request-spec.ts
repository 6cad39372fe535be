// The fields of an HTTP request in a spec: target, content and authentication.
import { z } from "zod";
import { awsAccount } from "#server/spec/aws-account.ts";
import {
  connectionOf,
  credentials,
  envVar,
  list,
  longText,
  namedEnvVar,
  part,
  templated,
  templateIssue,
  text,
  yes,
} from "#server/spec/parts.ts";
import { oauth2 } from "./oauth2.ts";
import { tls } from "./tls.ts";

export const requestFields = {
  url: templated.optional().meta({ label: "URL", placeholder: "https://example.org/health" }),
  endpoint: templated.optional().meta({ label: "Endpoint" }),
  connection: connectionOf("http").optional(),
  method: text
    .regex(/^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/i, "must be GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS")
    .optional()
    .meta({ label: "Method", description: "Default: GET." }),
  body: longText.optional().meta({ label: "Body", field: "long-text" }),
  templateBody: yes.optional().meta({ label: "Body is a template" }),
  headers: list(namedEnvVar).optional().meta({ label: "Headers" }),
  env: list(namedEnvVar).optional().meta({ label: "Variables" }),
  ...credentials,
  digest: yes.optional().meta({ label: "Digest authentication" }),
  ntlm: yes.optional().meta({ label: "NTLM authentication" }),
  ntlmv2: yes.optional().meta({ label: "NTLMv2 authentication" }),
  bearer: envVar.optional().meta({ label: "Bearer token", field: "env-var", secret: true }),
  oauth2: oauth2.optional(),
  // Existing connections and scrapers use this name.
  oauth: oauth2.optional().meta({ label: "OAuth 2", deprecated: true }),
  awsSigV4: part({
    ...awsAccount,
    service: text.optional().meta({ label: "Service", placeholder: "execute-api" }),
  })
    .optional()
    .meta({ label: "AWS signature" }),
  tlsConfig: tls.optional(),
  // Existing connections and scrapers use this name.
  tls: tls.optional().meta({ label: "TLS", deprecated: true }),
};

const requestSpec = z.looseObject(requestFields);
export type RequestSpec = z.output<typeof requestSpec>;

type Judged = Pick<
  RequestSpec,
  "url" | "endpoint" | "connection" | "body" | "templateBody" | "oauth" | "oauth2" | "tls" | "tlsConfig"
>;

/** Refuses fields that contradict each other. */
export function refuseOddRequest(spec: Judged, context: Context): void {
  const { url, endpoint, connection: by, body, templateBody } = spec;
  const refuse = (at: string, message: string) => context.addIssue({ code: "custom", path: [at], message });
  if (!url && !endpoint && !by) refuse("url", "is required unless an endpoint or a connection provides it");
  if (url && endpoint) refuse("endpoint", "has the same meaning as the URL: set only one of them");
  refuseTwice(spec, context);
  const issue = body !== undefined && templateBody === true ? templateIssue(body) : undefined;
  if (issue) context.addIssue({ ...issue, path: ["body"] });
}

/** Refuses a field that is set under both of its names. */
export function refuseTwice({ oauth, oauth2: grant, tls: own, tlsConfig }: Judged, context: Context): void {
  const refuse = (at: string, other: string) =>
    context.addIssue({ code: "custom", path: [at], message: `has the same meaning as ${other}: set only one of them` });
  if (oauth && grant) refuse("oauth", "oauth2");
  if (own && tlsConfig) refuse("tls", "tlsConfig");
}

type Context = Pick<z.RefinementCtx, "addIssue">;
