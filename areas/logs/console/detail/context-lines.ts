// The lines around a line, from the same file, unit or container.
import { infiniteQueryOptions } from "@tanstack/react-query";
import { ask } from "#console/client/call.ts";
import type { Labels } from "#language/columns.ts";
import { encodeItem } from "#lib/text/match.ts";
import { type LogLine, searchLogs } from "../../contract.ts";
import { places } from "../list/columns.ts";
import { bodyOf, type LogRequest } from "../search/request.ts";

const PAGE = 20;
/** Lines further away have little to do with the line. */
const REACH_MS = 24 * 60 * 60 * 1000;
const TIMEOUT_MS = 90_000;

export const placeOf = ({ labels }: LogLine): Labels =>
  Object.fromEntries(
    places
      .filter((name) => name !== "pid" && name !== "hostname")
      .flatMap((name) => (labels[name] === undefined ? [] : [[name, encodeItem(labels[name])] as const])),
  );

/** The lines before or after a line, in the order of time from it. The search of the page does not apply. */
export const linesAround = (request: LogRequest, line: LogLine, direction: "backward" | "forward") =>
  infiniteQueryOptions({
    queryKey: ["call", "log context", request.id, request.name, request.backend, line.id, direction],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam: cursor }) => {
      const at = Date.parse(line.timestamp);
      const span = direction === "backward" ? { start: at - REACH_MS, end: at } : { start: at, end: at + REACH_MS };
      const body = {
        ...bodyOf({ ...request, query: "", language: "words", labels: placeOf(line) }, span),
        // The times of lines have more digits than those of JavaScript.
        ...(direction === "backward" ? { end: line.timestamp } : { start: line.timestamp }),
        direction,
        limit: PAGE + 1,
        ...(cursor !== undefined && { cursor }),
      };
      return ask(searchLogs, { body }, { signal, timeoutMs: TIMEOUT_MS });
    },
    getNextPageParam: ({ cursor }) => cursor,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isExternal: true },
    retry: false,
  });

/** Both lists as one, in the order of time. Lines of the same time are in both. */
export function joined(before: readonly LogLine[], line: LogLine, after: readonly LogLine[]): LogLine[] {
  const seen = new Set([line.id]);
  const others = (lines: readonly LogLine[]) =>
    lines.filter(({ id }) => {
      if (seen.has(id)) return false;
      seen.add(id);
      return true;
    });
  const earlier = others(before).reverse();
  return [...earlier, line, ...others(after)];
}
