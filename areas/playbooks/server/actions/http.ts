// Sends an HTTP request. Any status code counts as a result; a later action can test it with `if`.
import type { z } from "zod";
import {
  refuseOddRequest,
  RequestInvalid,
  requestFields,
  requestOf,
  shownUrl,
} from "#areas/connections/server/index.ts";
import { isSecretParameter } from "#language/secret-names.ts";
import { part } from "#server/spec/parts.ts";
import { ActionInvalid, defineAction, type ActionContext, type PlanPart } from "../action-kind.ts";
import { maxResultLength } from "./output/output-lines.ts";
import { unwrapped } from "./output/wrapped-content.ts";
import { orTemplate } from "./spec/or-template.ts";

const { env: _, method, ...fields } = requestFields;
const spec = part({ ...fields, method: orTemplate(method.unwrap()).optional() }).superRefine(refuseOddRequest);
type Spec = z.output<typeof spec>;

/** No limit here, because the run's time limit aborts the signal. */
const limits = { timeoutMs: 24 * 60 * 60_000, maxRedirects: 10, maxBytes: 20 * 1024 * 1024 };
/** Longer content is truncated in the result and stored as an artifact. */
const maxContent = 16 * maxResultLength;

export const http = defineAction({
  type: "http",
  onlyWaits: true,
  title: "HTTP",
  icon: "http",
  spec,
  untemplatedIn: ({ templateBody }) => (templateBody === true ? [] : ["body"]),

  async plan(block, context) {
    const verb = methodOf(block);
    const url = await targetOf(block, context);
    const head = [
      `${verb} ${url}`,
      ...(block.headers ?? []).map(
        ({ name, value, valueFrom }) => `${name}: ${valueFrom || isSecret(name) ? "***" : (value ?? "")}`,
      ),
      ...signInOf(block),
    ];
    const body: PlanPart[] = block.body
      ? [{ title: "Body", contentType: typeOf(block.body), text: context.scrubber.text(block.body), isBinding: true }]
      : [];
    const request = context.scrubber.text(head.join("\n"));
    return {
      summary: `${verb} to ${context.scrubber.text(url)}`,
      parts: [{ title: "Request", contentType: "text/plain", text: request, isBinding: true }, ...body],
    };
  },

  async run(block, run) {
    // The engine has already rendered the body.
    const { url, request, refused } = await asInvalid(
      requestOf({ ...block, templateBody: false }, { ...run, fill: async (text) => text }, limits),
    );
    // Runs of one playbook send many requests to one server. A request that must not be repeated is not sent twice.
    const answer = await run.outbound.fetch(url, { ...request, keepAlive: "fresh" });
    if (answer.status === 401) refused?.();
    const whole = answer.text();
    if (whole.length > maxContent)
      await run.artifact({ path: "content", contentType: answer.headers["content-type"], body: answer.body });
    const { text, contentType } = unwrapped(whole.slice(0, maxContent));
    return { result: { code: answer.status, headers: { ...answer.headers }, content: text }, contentType };
  },
});

const methodOf = ({ method: written = "GET" }: Spec) => written.toUpperCase();

/** The URL of the connection is part of the plan, because the connection can change before the run. */
async function targetOf(block: Spec, context: ActionContext): Promise<string> {
  const written = block.url || block.endpoint || "";
  const isReferred = Boolean(block.connection) || written.startsWith("connection://");
  if (!isReferred) return shownUrl(written, "http");
  const { url } = await context.connection({ connection: block.connection, url: written || undefined });
  return shownUrl(url ?? "", "http");
}

const isSecret = (name: string) => isSecretParameter(name) || /auth|cookie/i.test(name);

const signInOf = ({ username, password, bearer, oauth, oauth2, digest, ntlm, ntlmv2, awsSigV4 }: Spec): string[] => {
  const ways = [
    bearer !== undefined && "Authorization: Bearer ***",
    (oauth ?? oauth2) && `Authorization: Bearer *** (OAuth 2, ${(oauth ?? oauth2)?.tokenURL ?? ""})`,
    awsSigV4 && `Authorization: AWS4-HMAC-SHA256 *** (${awsSigV4.service ?? ""}, ${awsSigV4.region ?? ""})`,
    digest && "Authorization: Digest ***",
    (ntlm || ntlmv2) && "Authorization: NTLM ***",
    (username !== undefined || password !== undefined) && !digest && !ntlm && !ntlmv2 && "Authorization: Basic ***",
  ];
  return ways.filter((way) => typeof way === "string");
};

const typeOf = (body: string) => (/^\s*[[{]/.test(body) ? ("application/json" as const) : ("text/plain" as const));

async function asInvalid<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RequestInvalid) throw new ActionInvalid(error.message);
    throw error;
  }
}
