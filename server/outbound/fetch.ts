// HTTP through our own sockets: every connection, of each redirect too, goes where the judge let it.
import { Agent, request as send } from "undici";
import type { Outbound, Fetched, FetchOptions } from "./outbound.ts";
import { readBody } from "./answer-body.ts";
import { isRedirect, redirected, type Request } from "./redirects.ts";
import { readHeaders, readMethod, readUrl, takeCredentials } from "./request-headers.ts";

const usualMaxBytes = 10 * 1024 * 1024;
const usualMaxRedirects = 5;
/** Of the body of a redirect, which nobody reads. */
const skippedBytes = 64 * 1024;

export async function fetchWith(
  connect: Outbound["connect"],
  given: string | URL,
  options: FetchOptions & { signal: AbortSignal },
): Promise<Fetched> {
  const { signal, maxBytes = usualMaxBytes, maxRedirects = usualMaxRedirects } = options;
  let request = firstRequest(given, options);
  for (let redirects = 0; ; redirects += 1) {
    const agent = agentFor(connect, request);
    try {
      const answer = await send(request.url, {
        dispatcher: agent,
        method: request.method as "GET",
        headers: request.headers,
        body: request.body ?? null,
        signal,
      });
      const location = [answer.headers["location"]].flat()[0];
      if (maxRedirects > 0 && isRedirect(answer.statusCode, location)) {
        await answer.body.dump({ limit: skippedBytes, signal });
        if (redirects === maxRedirects) throw new Error(`There are more than ${maxRedirects} redirects.`);
        request = redirected(request, answer.statusCode, location);
        continue;
      }
      const headers = joined(answer.headers);
      const body = await readBody(answer.body, { encoding: headers["content-encoding"], maxBytes, signal });
      return {
        status: answer.statusCode,
        headers,
        body,
        text: () => body.toString("utf8"),
        json: () => readJson(body, answer.statusCode),
        url: request.url.href,
      };
    } finally {
      await agent.destroy();
    }
  }
}

function readJson(body: Buffer, status: number): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    // Not with the parser's words: they repeat what was sent.
    throw new Error(`The answer (status ${status}) is no JSON.`);
  }
}

function firstRequest(given: string | URL, { method, headers, body, tls = {} }: FetchOptions): Request {
  const url = readUrl(given);
  const authorization = takeCredentials(url);
  return {
    url,
    method: readMethod(method),
    headers: {
      "accept-encoding": "gzip, deflate, br",
      ...(authorization !== undefined && { authorization }),
      ...readHeaders(headers),
    },
    body,
    tls,
  };
}

/** For one request: what is kept open could be used for another, with other rights. */
const agentFor = (connect: Outbound["connect"], { tls }: Request) =>
  new Agent({
    connect({ hostname, port, protocol }, done) {
      const isSecure = protocol === "https:";
      const target = { host: hostname, port: port ? Number(port) : isSecure ? 443 : 80 };
      // undici wants to be called back.
      /* oxlint-disable promise/no-callback-in-promise */
      connect({ ...target, tls: isSecure ? tls : undefined }).then(
        (socket) => done(null, socket),
        (error: Error) => done(error, null),
      );
      /* oxlint-enable promise/no-callback-in-promise */
    },
  });

const joined = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]));
