// The lines around a line, from the same file, unit or container.
import { infiniteQueryOptions } from "@tanstack/react-query";
import { ask } from "#console/client/call.ts";
import type { Labels } from "#language/columns.ts";
import { encodeItem } from "#lib/text/match.ts";
import { type LogLine, searchLogs } from "../../contract.ts";
import { places } from "../list/columns.ts";
import { bodyOf, type LogRequest } from "../search/request.ts";

const PAGE = 20;
/** The searched period before and after the line. Lines outside this period are unlikely to be related. */
const REACH_MS = 24 * 60 * 60 * 1000;
const TIMEOUT_MS = 90_000;

export const placeOf = ({ labels }: LogLine): Labels =>
  Object.fromEntries(
    places
      .filter((name) => name !== "pid" && name !== "hostname")
      .flatMap((name) => (labels[name] === undefined ? [] : [[name, encodeItem(labels[name])] as const])),
  );

/** Loads the lines before or after a line, nearest first. The search of the page does not apply. */
export const linesAround = (request: LogRequest, line: LogLine, direction: "backward" | "forward") =>
  infiniteQueryOptions({
    queryKey: ["call", "log context", request.id, request.name, request.backend, line.id, direction],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam: cursor }) => {
      const at = Date.parse(line.timestamp);
      const span = direction === "backward" ? { start: at - REACH_MS, end: at } : { start: at, end: at + REACH_MS };
      const body = {
        ...bodyOf({ ...request, query: "", language: "words", labels: placeOf(line) }, span),
        // Line times are more precise than JavaScript dates.
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

/** Merges both lists in time order, without duplicates: lines with the time of the selected line are in both lists. */
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
