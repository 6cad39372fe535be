// Sends HTTP requests to a log system: retries if the system is busy or the connection breaks, and translates error
// responses.
import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import { ConnectionFailure, openWebServer } from "#areas/connections/server/index.ts";
import type { Fetched } from "#server/outbound/outbound.ts";
import { QueryRefused, type ReaderRun } from "../source/reader.ts";

export interface LogServer {
  get<Shape extends z.ZodType>(path: string, shape: Shape): Promise<z.output<Shape>>;
  post<Shape extends z.ZodType>(path: string, body: unknown, shape: Shape): Promise<z.output<Shape>>;
}

const answerMs = 60_000;
const maxBytes = 64 * 1024 * 1024;
const maxRetries = 3;
const maxWaitMs = 10_000;

/** `name` is the name of the system in messages. */
export async function openLogServer(
  name: string,
  spec: Parameters<typeof openWebServer>[0],
  run: ReaderRun,
): Promise<LogServer> {
  const server = await openWebServer(spec, run, { answerMs, maxBytes });
  async function ask<Shape extends z.ZodType>(request: () => Promise<Fetched>, shape: Shape): Promise<z.output<Shape>> {
    const answer = await retried(request, run.signal);
    if (answer.status >= 400) throw refusalOf(name, answer);
    const parsed = shape.safeParse(jsonIn(answer.text()));
    if (parsed.success) return parsed.data;
    throw new ConnectionFailure(`The response is not from ${name}`, "Check the address.");
  }
  return {
    get: (path, shape) => ask(() => server.get(path), shape),
    post: (path, body, shape) => ask(() => server.post(path, JSON.stringify(body), "application/json"), shape),
  };
}

/** Searches change nothing, so they can be retried. */
async function retried(request: () => Promise<Fetched>, signal: AbortSignal): Promise<Fetched> {
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt === maxRetries;
    const answer = await request().catch((error: unknown) => {
      if (isLast || !isCut(error)) throw error;
      return undefined;
    });
    if (answer && (isLast || !isBusy(answer.status))) return answer;
    await delay(Math.min(waitOf(answer) ?? 500 * 2 ** attempt, maxWaitMs), undefined, { signal });
  }
}

const isBusy = (status: number) => status === 429 || status === 503;

/** Returns the wait time that the server requests. */
function waitOf(answer: Fetched | undefined): number | undefined {
  const seconds = Number(answer?.headers["retry-after"]);
  return seconds >= 0 ? seconds * 1_000 : undefined;
}

function isCut(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return code === "ECONNRESET" || code === "EPIPE" || (cause instanceof Error && isCut(cause));
}

function refusalOf(name: string, answer: Fetched): Error {
  const reason = reasonIn(answer.text());
  const because = reason === "" ? "" : `: ${reason}`;
  if (answer.status === 400 || answer.status === 422) return new QueryRefused(`${name} refuses the search${because}`);
  if (answer.status === 404)
    return new ConnectionFailure(`${name} responded with “not found”${because}`, "Check the address and the index.");
  if (answer.status === 429) return new ConnectionFailure(`${name} received too many requests`, "Try again later.");
  return new ConnectionFailure(
    `${name} failed with status ${answer.status}${because}`,
    answer.status >= 500 ? "Try again later, and check the log of the system." : undefined,
  );
}

const maxReason = 300;

/** Finds the reason in a response: plain text, or the fields that Elasticsearch and Loki use. */
function reasonIn(text: string): string {
  const json = jsonIn(text);
  const found = typeof json === "object" && json !== null ? reasonOf(json as Readonly<Record<string, unknown>>) : text;
  const line = found.replaceAll(/\s+/g, " ").trim();
  if (/<html|<!doctype/i.test(line)) return "";
  return line.length > maxReason ? `${line.slice(0, maxReason)}…` : line;
}

function reasonOf(json: Readonly<Record<string, unknown>>): string {
  for (const key of ["root_cause", "reason", "error", "message"]) {
    const value = Array.isArray(json[key]) ? (json[key] as unknown[])[0] : json[key];
    if (typeof value === "string" && value !== "") return value;
    const inside =
      typeof value === "object" && value !== null ? reasonOf(value as Readonly<Record<string, unknown>>) : "";
    if (inside !== "") return inside;
  }
  return "";
}

export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
