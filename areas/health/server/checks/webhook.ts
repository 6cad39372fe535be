// A passive check: another system posts its result, and the check's own expressions evaluate it. A check that receives
// no results for too long becomes unhealthy (silent-webhooks.ts).
import { createHash, timingSafeEqual } from "node:crypto";
import { headerMap } from "#lib/expression/header-map.ts";
import { duration, envVar } from "#server/spec/parts.ts";
import { CheckInvalid, defineCheck, healthy, type Outcome } from "../check-kind.ts";
import { check } from "../spec/check.ts";
import { readJson, tooDeep } from "#lib/json/read-json.ts";

export const webhook = defineCheck({
  type: "webhook",
  title: "Webhook",
  icon: "webhook",
  group: "Jobs and scripts",
  isPassive: true,
  spec: check({
    token: envVar.optional().meta({ label: "Token", field: "env-var", secret: true }),
    maxAge: duration.optional().meta({
      label: "Max silence",
      description:
        "Unhealthy if no result arrives for this time. Default: the interval of the schedule. Use 0s to disable.",
    }),
  }),
  endpoint: ({ name }) => name,

  // A passive check is never run.
  run: () => Promise.reject(new CheckInvalid("A webhook only receives results and cannot be run.")),
});

/** Size limit for bodies that are not JSON. */
const maxTextBytes = 10 * 1024;
const maxKeptLength = 4 * 1024;

/** A posted result that cannot be accepted; the message contains the reason. */
export class Unreceivable extends Error {
  override readonly name = "Unreceivable";
}

/** Headers with credentials of the sender; expressions cannot read them. */
const leftOut = new Set(["authorization", "cookie", "proxy-authorization", "webhook-token"]);

/** Turns a post into an outcome: a received post passes. */
export function outcomeOfPost({
  headers,
  body,
}: {
  headers: Readonly<Record<string, unknown>>;
  body: Buffer;
}): Outcome {
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !leftOut.has(name.toLowerCase())));
  const isJson = headers["content-type"] === "application/json";
  if (!isJson && body.length > maxTextBytes)
    throw new Unreceivable(`A body that is not application/json may have at most ${maxTextBytes} bytes.`);
  const content = body.toString("utf8");
  const json = isJson && content !== "" ? jsonOf(content) : {};
  return healthy({
    durationMs: 0,
    detail: {
      contentType: typeof headers["content-type"] === "string" ? headers["content-type"] : null,
      content: content.slice(0, maxKeptLength),
    },
    data: { results: { headers: headerMap(kept), json, content } },
  });
}

function jsonOf(text: string): unknown {
  try {
    return readJson(text);
  } catch (error) {
    const isDeep = (error as Error).message === tooDeep;
    throw new Unreceivable(isDeep ? tooDeep : "The body is not valid JSON, although its content type is JSON.");
  }
}

/** Compares digests, which have the same length, in constant time. An empty token never matches. */
export const isToken = (sent: string, wanted: string): boolean => {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(sent), digest(wanted)) && wanted !== "";
};
