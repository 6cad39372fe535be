// Calls a service over HTTP to test a connection, and translates its responses for the user: each kind of failure has
// its own message. Secrets are scrubbed, even if the service repeats them.
import type { z } from "zod";
import { createScrubber, type Scrubber } from "#server/scrub/scrub.ts";
import { TargetRefused, type FetchOptions, type Fetched, type TlsTarget } from "#server/outbound/outbound.ts";
import { ConnectionFailure, failureOf } from "../connection/failure.ts";
import type { Way } from "../connection/session.ts";

export interface Service {
  /** The name in error messages, such as "Slack". */
  name: string;
  /** The prefix of all paths, such as "https://slack.com/api". */
  address: string;
  /** The credential in words, such as "the bot token". */
  credential: string;
  secrets: readonly (string | null | undefined)[];
  headers?: Readonly<Record<string, string>> | undefined;
  tls?: TlsTarget | undefined;
  /** Set if the address belongs to the type and cannot be configured. */
  isFixed?: true;
  /** The permission that the credential needs, such as "list models". */
  right?: string;
}

interface Asked {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
  form?: Readonly<Record<string, string>>;
  body?: string;
  /** Maximum size of the response. Default: 8 MiB. */
  maxBytes?: number;
  timeoutMs?: number;
}

export interface Reply {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** The scrubbed body; `body` is the only field that is not scrubbed. */
  text: string;
  body: Buffer;
  /** Undefined if the response is not JSON. */
  json: unknown;
}

export interface ServiceCall {
  /** The host in error messages, such as "slack.com". */
  host: string;
  /** Returns the response, regardless of the status. */
  reply(path: string, asked?: Asked): Promise<Reply>;
  /** Returns the parsed response; throws if the status is not 2xx. */
  ask<Shape extends z.ZodType>(path: string, shape: Shape, asked?: Asked): Promise<z.output<Shape>>;
  read<Shape extends z.ZodType>(reply: Reply, shape: Shape): z.output<Shape>;
  /** Describes why a response is not a success. */
  refusal(reply: Reply): ConnectionFailure;
  /** The failure if a different kind of server responds at the address. */
  stranger(reply: Reply): ConnectionFailure;
}

interface Prepared {
  at: ReturnType<typeof addressOf>;
  scrubber: Scrubber;
}

/** Thousands of messages may be sent to one service. */
const prepared = new WeakMap<Service, Prepared>();

function preparedFor(service: Service): Prepared {
  const known = prepared.get(service);
  if (known) return known;
  const at = addressOf(service.name, service.address);
  const scrubber = createScrubber();
  // User and password are encoded in the header, so the encoded string is also treated as a secret.
  scrubber.know(...service.secrets, service.headers?.["authorization"]?.split(" ").at(-1));
  prepared.set(service, { at, scrubber });
  return { at, scrubber };
}

export function serviceCall(way: Way, service: Service): ServiceCall {
  const { at, scrubber } = preparedFor(service);
  const stranger = ({ text }: Reply) =>
    new ConnectionFailure(
      `The response of ${at.host} is not a valid ${service.name} response${/<html/i.test(text) ? ": it returned a web page" : ""}`,
      service.isFixed ? "Check whether a proxy intercepts the connection." : "Check the address.",
    );
  const call: ServiceCall = {
    host: at.host,
    async reply(path, asked = {}) {
      const [type, body] = contentOf(asked);
      const options: FetchOptions = {
        method: asked.method ?? (body === undefined ? "GET" : "POST"),
        headers: {
          accept: "application/json",
          "user-agent": "Quarterdeck",
          ...(type === undefined ? {} : { "content-type": type }),
          ...service.headers,
          ...asked.headers,
        },
        body,
        tls: service.tls,
        maxBytes: asked.maxBytes ?? 8 * 1024 * 1024,
        timeoutMs: asked.timeoutMs,
        // Credentials are never sent to another host.
        maxRedirects: 0,
        signal: way.signal,
      };
      try {
        return replyOf(await way.outbound.fetch(at.base + path, options), scrubber);
      } catch (error) {
        throw unreached(error, service, { host: at.host, scrubber });
      }
    },
    async ask(path, shape, asked) {
      return call.read(await call.reply(path, asked), shape);
    },
    read(reply, shape) {
      if (reply.status < 200 || reply.status > 299) throw call.refusal(reply);
      const read = shape.safeParse(reply.json);
      if (!read.success) throw stranger(reply);
      return read.data;
    },
    refusal: (reply) => refusalOf(service, at.host, reply),
    stranger,
  };
  return call;
}

/** Returns the value of a required field; throws if it is empty. */
export function needed(value: string | null | undefined, label: string): string {
  if (value) return value;
  throw new ConnectionFailure(`${label} is empty`, "Fill it in.");
}

export const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

function addressOf(name: string, address: string): { base: string; host: string } {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConnectionFailure(`The address of ${name} is not valid`, "Use the form https://host:port.");
  if (url.username || url.password)
    throw new ConnectionFailure("The address contains a username or a password", "Enter them in their own fields.");
  return { base: `${url.origin}${url.pathname.replace(/\/+$/, "")}`, host: url.host };
}

function contentOf({ json, form, body }: Asked): [type: string | undefined, body: string | undefined] {
  if (json !== undefined) return ["application/json; charset=utf-8", JSON.stringify(json)];
  if (form) return ["application/x-www-form-urlencoded", new URLSearchParams(form).toString()];
  return [undefined, body];
}

function unreached(
  error: unknown,
  service: Service,
  { host, scrubber }: { host: string; scrubber: Scrubber },
): unknown {
  if (error instanceof TargetRefused || (error instanceof Error && error.name === "AbortError")) return error;
  const { message, fix } = failureOf(error);
  return new ConnectionFailure(
    scrubber.text(
      `${service.name} at ${host} cannot be reached: ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
    ),
    service.isFixed ? `Check that the machine that runs Quarterdeck can reach ${host}: DNS, firewall, proxy.` : fix,
  );
}

function replyOf({ status, headers, body }: Fetched, scrubber: Scrubber): Reply {
  const text = body.toString("utf8");
  return {
    status,
    headers: scrubber.document(headers),
    body,
    text: scrubber.text(text),
    json: scrubber.document(jsonOf(text)),
  };
}

function jsonOf(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalOf({ name, credential, isFixed, right }: Service, host: string, reply: Reply): ConnectionFailure {
  const { status } = reply;
  const reason = reasonIn(reply.json);
  const because = reason === undefined ? "" : `: ${reason}`;
  if (status === 401)
    // The service's own message is left out, because it often repeats a part of the credential.
    return new ConnectionFailure(
      `${name} does not accept ${credential}`,
      `Check ${credential} (mistyped, revoked, expired).`,
    );
  if (status === 403)
    return new ConnectionFailure(
      `${name} accepts ${credential}, but the right to ${right ?? "do this"} is missing${because}`,
      `Grant the right to ${right ?? "do this"}.`,
    );
  if (status === 404)
    return new ConnectionFailure(
      `${name} at ${host} responded with “not found”${because}`,
      isFixed ? `Check ${credential}.` : "Check the address.",
    );
  if (status === 429) return new ConnectionFailure(`${name} received too many requests`, "Try again later.");
  if (status >= 500)
    return new ConnectionFailure(
      `${name} at ${host} failed with an internal error (${status})${because}`,
      "Try again later, and check the state of the service.",
    );
  if (status >= 300 && status < 400)
    return new ConnectionFailure(
      `${host} redirects${placeOf(reply.headers["location"])}`,
      "Use that address, because credentials are not sent to redirect targets.",
    );
  return new ConnectionFailure(`${name} refuses the request (${status})${because}`);
}

const placeOf = (location: string | undefined) =>
  location !== undefined && URL.canParse(location) ? `: to ${new URL(location).origin}` : "";

/** Finds the reason in a response, in any of the fields that services use. */
function reasonIn(json: unknown): string | undefined {
  if (typeof json === "string") return shortened(json);
  if (Array.isArray(json)) return reasonIn(json[0]);
  if (typeof json !== "object" || json === null) return undefined;
  const fields = json as Readonly<Record<string, unknown>>;
  for (const key of ["error_description", "message", "description", "msg", "error", "errors", "reason", "detail"]) {
    const found = reasonIn(fields[key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function shortened(text: string): string | undefined {
  const line = text.replaceAll(/\s+/g, " ").trim().replace(/\.$/, "");
  return line === "" ? undefined : line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
