// Requests GitHub's REST API (https://docs.github.com/en/rest), page by page. A rate-limited request throws RateLimited
// with the time of the reset.
import { retryAfterMs } from "#lib/time/duration.ts";
import { z } from "zod";
import { connectionOf, envVar, text } from "#server/spec/parts.ts";
import { ConnectionFailure, serviceCall, type ServiceCall } from "#areas/connections/server/index.ts";
import { RateLimited, type ScrapeRun } from "../../scrape/scraper-kind.ts";

export const publicApi = "https://api.github.com";

export const githubAccess = {
  connection: connectionOf("github").optional(),
  personalAccessToken: envVar.optional().meta({ label: "Personal access token", field: "env-var", secret: true }),
  token: envVar.optional().meta({ label: "Token", field: "env-var", secret: true }),
  url: text.optional().meta({ label: "API", placeholder: publicApi, description: "For GitHub Enterprise Server." }),
};

const access = z.looseObject(githubAccess);

export interface GitHub {
  /** Returns undefined for a 404. */
  one<Shape extends z.ZodType>(path: string, shape: Shape): Promise<z.output<Shape> | undefined>;
  /** Reads all pages. `listIn` returns the list of a page; an optional list that does not exist is empty. */
  all<Shape extends z.ZodType, Item>(
    path: string,
    shape: Shape,
    listIn: (page: z.output<Shape>) => readonly Item[],
    options?: { isOptional?: boolean },
  ): AsyncGenerator<Item>;
}

export async function githubAt(spec: z.output<typeof access>, run: ScrapeRun): Promise<GitHub> {
  const written = spec.personalAccessToken ?? spec.token;
  const opened = spec.connection ? await run.connection({ connection: spec.connection }) : undefined;
  const secret = written === undefined ? opened?.password : await run.value(written);
  run.scrubber.know(secret);
  const service = serviceCall(run, {
    name: "GitHub",
    address: spec.url || opened?.url || publicApi,
    credential: "the token",
    secrets: [secret],
    headers: {
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
      ...(secret ? { authorization: `Bearer ${secret}` } : {}),
    },
  });

  const ask = async (path: string) => {
    const reply = await service.reply(path);
    if (reply.status === 403 || reply.status === 429) {
      const until = limitedUntil(reply.headers);
      if (until) throw new RateLimited(until);
    }
    return reply;
  };

  return {
    async one(path, shape) {
      const reply = await ask(path);
      return reply.status === 404 ? undefined : service.read(reply, shape);
    },
    async *all(path, shape, listIn, { isOptional = false } = {}) {
      const first = withPageSize(path);
      for (let next: string | undefined = first; next !== undefined;) {
        const reply: Awaited<ReturnType<ServiceCall["reply"]>> = await ask(next);
        // Only the first page may be missing: if a later page were skipped, its items would look deleted.
        if (reply.status === 404 && isOptional && next === first) return;
        yield* listIn(service.read(reply, shape));
        next = nextIn(reply.headers["link"], spec.url || opened?.url || publicApi);
      }
    },
  };
}

const withPageSize = (path: string) => `${path}${path.includes("?") ? "&" : "?"}per_page=100`;

/**
 * Parses a header such as `<https://…?page=2>; rel="next"`. Throws for a page on a different server: the token must not
 * be sent there, and the list would be incomplete.
 */
export function nextIn(link: string | undefined, base: string): string | undefined {
  const [, address] = /<([^>]*)>;\s*rel="next"/.exec(link ?? "") ?? [];
  if (address === undefined) return undefined;
  const [next, own] = [URL.parse(address), URL.parse(base)];
  if (!next || !own || next.origin !== own.origin)
    throw new ConnectionFailure(
      `The next page is at ${next?.origin ?? JSON.stringify(address)}, but only pages of ${own?.origin ?? base} are read`,
      "Set url to the address that the server uses in its links.",
    );
  return `${next.pathname.slice(own.pathname.replace(/\/+$/, "").length)}${next.search}`;
}

/** Implements https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api. */
export function limitedUntil(headers: Readonly<Record<string, string>>, now = Date.now()): Date | undefined {
  const waitMs = retryAfterMs(headers["retry-after"], now);
  if (waitMs !== undefined) return new Date(now + waitMs);
  const reset = Number(headers["x-ratelimit-reset"]);
  if (headers["x-ratelimit-remaining"] !== "0" || !Number.isFinite(reset) || reset <= 0) return undefined;
  return new Date(Math.max(now + 1_000, reset * 1_000));
}
