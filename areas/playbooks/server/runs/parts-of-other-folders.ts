// The functions of parameters/, text/, webhook/ and triggers/match.ts that runs use. Replaced when these folders are joined:
// until then, they do the simplest thing that works.
import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Problem, problem } from "#language/problem.ts";
import { compile } from "#lib/expression/compile.ts";
import type { CelCallables } from "#lib/expression/cel/compile.ts";
import { faultText } from "#lib/expression/check.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { isTemplateText } from "#lib/expression/template/header.ts";
import type { EnvVar } from "#areas/connections/server/index.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { ActionInvalid, type ActionKind } from "../action-kind.ts";
import type { EventTrigger, PlaybookParameter, WebhookTrigger } from "../spec.ts";

export type Values = Readonly<Record<string, unknown>>;

/** An attempt of an action, as expressions see it. */
export interface DoneAction {
  name: string;
  status: string;
  result: unknown;
  error: string | null;
  timed_out: boolean;
}

// Replaced when parameters/ is joined.
export function checkParameters(
  parameters: readonly PlaybookParameter[],
  values: Readonly<Record<string, string>>,
): readonly { name: string; message: string }[] {
  const missing = parameters.filter(({ name, required }) => required && (values[name] ?? "") === "");
  return missing.map(({ name }) => ({ name, message: "is required" }));
}

const callables: CelCallables = {
  getAction: [1],
  getLastAction: [0],
  always: [0],
  success: [0],
  failure: [0],
  skip: [0],
  timeout: [0],
};

const skipMark = "\0skip";

// Replaced when text/ is joined.
export function withActionFunctions(values: Values, done: readonly DoneAction[]): Values {
  const hasFailed = done.some(({ status }) => status === "failed");
  return {
    ...values,
    getAction: (name: string) => done.findLast((action) => action.name === name) ?? null,
    getLastAction: () => done.at(-1) ?? null,
    always: () => true,
    success: () => !hasFailed,
    failure: () => hasFailed,
    skip: () => skipMark,
    timeout: () => done.some(({ timed_out: timedOut }) => timedOut),
  };
}

// Replaced when text/ is joined.
export async function evaluate(text: string, values: Values): Promise<unknown> {
  try {
    return await (await compile("cel", text, { callables })).run(values);
  } catch (error) {
    throw error instanceof ExpressionFault ? new ActionInvalid(faultText(error)) : error;
  }
}

// Replaced when text/ is joined.
export async function evaluateIf(text: string, values: Values): Promise<boolean> {
  const value = await evaluate(text, values);
  if (typeof value === "boolean") return value;
  if (value === skipMark) return false;
  throw new ActionInvalid(`if must give true or false, not ${JSON.stringify(value) ?? "nothing"}.`);
}

// Replaced when text/ is joined.
export async function renderText(text: string, values: Values): Promise<string> {
  if (!isTemplateText(text)) return text;
  try {
    return String(await (await compile("template", text, { callables })).run(values));
  } catch (error) {
    throw error instanceof ExpressionFault ? new ActionInvalid(faultText(error)) : error;
  }
}

export interface Rendering {
  kind: Pick<ActionKind, "type" | "scripts" | "untemplated">;
  block: unknown;
  values: Values;
  scrubber: Scrubber;
}

// Replaced when text/ is joined.
export async function renderBlock({ kind, block, values }: Rendering): Promise<unknown> {
  const walk = async (value: unknown, path: string): Promise<unknown> => {
    if (kind.untemplated?.includes(path)) return value;
    if (typeof value === "string") return renderText(value, values);
    if (Array.isArray(value)) return Promise.all(value.map((item) => walk(item, path)));
    if (typeof value !== "object" || value === null) return value;
    const parts = Object.entries(value).map(
      async ([key, part]) => [key, await walk(part, path === "" ? key : `${path}.${key}`)] as const,
    );
    return Object.fromEntries(await Promise.all(parts));
  };
  return walk(block, "");
}

// Replaced when text/ is joined.
export const dependsOnResults = (block: unknown): boolean =>
  /getAction|getLastAction/.test(JSON.stringify(block) ?? "");

export interface Delivery {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Authenticated {
  /** The id that the sender gave to the delivery, if it is signed. */
  deliveryId?: string | undefined;
}

// Replaced when webhook/ is joined.
export async function authenticateDelivery(
  { authentication }: WebhookTrigger,
  { headers }: Delivery,
  { value }: { value(written: string | EnvVar): Promise<string> },
): Promise<Authenticated> {
  const basic = authentication?.basic;
  if (!basic) {
    if (authentication && Object.keys(authentication).length > 0) throw problem.unauthorized("It cannot be verified.");
    return {};
  }
  if (headers.authorization === undefined) throw new Problem("forbidden", "Send a user name and a password.");
  const wanted = Buffer.from(`${await value(basic.username ?? "")}:${await value(basic.password ?? "")}`);
  const sent = Buffer.from(headers.authorization.replace(/^Basic /i, ""), "base64");
  if (sent.length !== wanted.length || !timingSafeEqual(sent, wanted))
    throw new Problem("unauthorized", "The user name or the password is wrong.");
  return {};
}

// Replaced when triggers/match.ts is joined.
export async function matchesTrigger(
  { filter, labels = {} }: EventTrigger,
  { values, labels: own }: { values: Values; labels: Readonly<Record<string, string>> },
): Promise<boolean> {
  if (!Object.entries(labels).every(([key, value]) => own[key] === value)) return false;
  return filter === undefined || filter.trim() === "" || (await evaluate(filter, values)) === true;
}
