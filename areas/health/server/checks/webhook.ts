// Waits to be told: another system posts how it went, and the check's own expressions judge it. One that should report now
// and then and does not is unhealthy by itself (silent-webhooks.ts).
import { createHash, timingSafeEqual } from "node:crypto";
import { headerMap } from "#server/expression/header-map.ts";
import { duration, envVar } from "#server/spec/parts.ts";
import { CheckInvalid, defineCheck, healthy, type Outcome } from "../check-kind.ts";
import { check } from "../spec/check.ts";
import { readJson, tooDeep } from "#server/read-json.ts";

export const webhook = defineCheck({
  type: "webhook",
  title: "Webhook",
  icon: "webhook",
  isPassive: true,
  spec: check({
    token: envVar.optional().meta({ label: "Token", field: "env-var", secret: true }),
    maxAge: duration.optional().meta({
      label: "Longest silence",
      description: "Unhealthy when nothing came for longer; the interval of the schedule unless said, 0s for never.",
    }),
  }),
  endpoint: ({ name }) => name,

  // Nobody runs what waits.
  run: () => Promise.reject(new CheckInvalid("A webhook waits to be told, and cannot be run.")),
});

/** Of what is no JSON. */
const mostTextBytes = 10 * 1024;
const longestKept = 4 * 1024;

/** What is sent cannot be taken; the message says why. */
export class Unreceivable extends Error {
  override readonly name = "Unreceivable";
}

/** How somebody shows who he is, and what nobody else needs to know. */
const leftOut = new Set(["authorization", "cookie", "proxy-authorization", "webhook-token"]);

/** What was posted as what a run found: that it came at all is what passes. */
export function outcomeOfPost({
  headers,
  body,
}: {
  headers: Readonly<Record<string, unknown>>;
  body: Buffer;
}): Outcome {
  const told = Object.fromEntries(Object.entries(headers).filter(([name]) => !leftOut.has(name.toLowerCase())));
  const isJson = headers["content-type"] === "application/json";
  if (!isJson && body.length > mostTextBytes)
    throw new Unreceivable(`What is no application/json is at most ${mostTextBytes} bytes long.`);
  const content = body.toString("utf8");
  const json = isJson && content !== "" ? jsonOf(content) : {};
  return healthy({
    durationMs: 0,
    detail: {
      contentType: typeof headers["content-type"] === "string" ? headers["content-type"] : null,
      content: content.slice(0, longestKept),
    },
    data: { results: { headers: headerMap(told), json, content } },
  });
}

function jsonOf(text: string): unknown {
  try {
    return readJson(text);
  } catch (error) {
    const isDeep = (error as Error).message === tooDeep;
    throw new Unreceivable(isDeep ? tooDeep : "The body is no JSON, although its content type says so.");
  }
}

/** Compared by digests, which are of one length and take one time. An empty token is nobody's. */
export const isToken = (given: string, wanted: string): boolean => {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted)) && wanted !== "";
};
