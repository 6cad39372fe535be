// GET /api/canary/api/topology: components as a tree. The copy in memory serves all actors; actors with row limits get
// only the components that they can read. While views are public, callers without a session get the names and health of
// one card.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { problem } from "#language/problem.ts";
import { momentOf } from "#areas/health/server/index.ts";
import type { System } from "#server/area.ts";
import { encodingFor } from "#server/http/compression.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { isHiddenProperty } from "../../model.ts";
import { createPastForests } from "../history/past-forests.ts";
import { requireTopology } from "./access.ts";
import type { TreeCopy } from "../forest/copy.ts";
import { propertiesOf, type Forest } from "../forest/forest.ts";
import type { ReaderTrees } from "./reader-trees.ts";
import { printTree } from "./print.ts";
import { choicesOf, selectBranches, type Branch } from "./select.ts";

/** Only the client may cache the response, and must revalidate it each time. */
const cacheable = { "cache-control": "private, no-cache" };
const json = "application/json; charset=utf-8";

export function treeRoutes(app: FastifyInstance, system: System, copy: TreeCopy, readers: ReaderTrees): void {
  const past = createPastForests(system);
  handle(
    app,
    contract.topology,
    schema.topology,
    {
      access: system.env.viewsPublic ? "optional" : "signed-in",
      reads: true,
      type: json,
      summary: "Components as a tree, now or at an earlier time",
    },
    async ({ query, actor, request, reply }) => {
      await requireTopology(system, actor, "the topology");
      reply.headers(cacheable);
      if (actor === null) {
        if (query.id === undefined || query.at !== undefined) throw problem.unauthorized();
        const { forest } = await copy.current();
        const isHidden = forest.entries.get(query.id)?.hidden === true;
        return written(printCard(isHidden ? [] : selectBranches(forest, { id: query.id, depth: 1, hidden: false })));
      }
      const { version, forest, partOf } = await readers.current(actor);
      const at = readAt(query.at);
      if (at) {
        const then = await past.at(at, await copy.current());
        return written(print(partOf(then), query, { request, reply }));
      }
      const asked = createHash("sha1").update(JSON.stringify(query)).digest("base64url");
      if (isKnown({ request, reply }, `${version}.${asked}`) && !query.noCache) return written(nothingNew(reply));
      return written(print(forest, query, { request, reply }));
    },
  );
}

type Query = Parameters<typeof selectBranches>[1];

/** Longer responses are streamed. */
const maxWholeLength = 1024 * 1024;

function print(forest: Forest, query: Query, { request, reply }: Exchange): string | Readable {
  const pieces = printTree(forest, selectBranches(forest, query), choicesOf(forest));
  let whole = "";
  for (;;) {
    const next = pieces.next();
    if (next.done) return whole;
    whole += next.value;
    if (whole.length > maxWholeLength) break;
  }
  const body = Readable.from(
    (function* () {
      yield whole;
      yield* pieces;
    })(),
    { objectMode: false },
  );
  reply.header("vary", "accept-encoding");
  if (encodingFor(request.headers["accept-encoding"]) === undefined) return body;
  reply.header("content-encoding", "gzip");
  return body.pipe(createGzip({ level: 1 }));
}

/** The fields that a page without a session shows. */
function printCard(branches: readonly Branch[]): string {
  const card = ({ entry, components }: Branch): object => ({
    id: entry.id,
    name: entry.name,
    ...(entry.health !== null && { health: entry.health }),
    properties: propertiesOf(entry)
      .filter((property) => property.headline === true && !isHiddenProperty(property))
      .map(({ name, label, text, value, unit, min, max, type, color }) => ({
        name,
        label,
        text,
        value,
        unit,
        min,
        max,
        type,
        color,
        headline: true,
      })),
    ...(components.length > 0 && { components: components.map(card) }),
  });
  return JSON.stringify({ components: branches.map(card), healthStatuses: [], teams: [], tags: {}, types: [] });
}

function readAt(text: string | undefined): Date | undefined {
  const moment = momentOf("at", text, Date.now());
  return moment === undefined ? undefined : new Date(Math.min(moment, Date.now()));
}

/** The body is assembled from thousands of strings, so it is not parsed again for validation. */
const written = (body: string | Readable | undefined) => body as unknown as contract.TopologyAnswer;

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

function isKnown({ request, reply }: Exchange, tag: string): boolean {
  const etag = `W/"${tag}"`;
  reply.header("etag", etag);
  const known = request.headers["if-none-match"];
  return known !== undefined && known.split(",").some((one) => one.trim() === etag || one.trim() === "*");
}

function nothingNew(reply: FastifyReply): undefined {
  void reply.code(304);
}
