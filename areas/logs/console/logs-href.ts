// Links to the Logs page with a component or backend, labels and a time range.
import { printSearch } from "#console/url/search.ts";
import { printTriStates } from "#language/tri-state.ts";
import type { Labels } from "#language/columns.ts";
import { printTag } from "#language/tags.ts";
import { absoluteRange, printTimeParams, relativeRange } from "#lib/time/time-range.ts";

interface LinkedLogs {
  topologyId?: string;
  backend?: string;
  labels?: Labels;
  /** A length such as 1h. */
  timeRange?: string;
  /** The ends of a range, instead of its length. */
  from?: string;
  to?: string;
}

export const logsHref = ({ topologyId, backend, labels = {}, timeRange, from, to }: LinkedLogs) =>
  `/logs${printSearch({
    topologyId,
    backend,
    labels: printTriStates(new Map(Object.entries(labels).map(([key, value]) => [printTag(key, value), "include"]))),
    ...(from !== undefined && to !== undefined && printTimeParams(absoluteRange(from, to))),
    ...(timeRange !== undefined && isLength(timeRange) && printTimeParams(relativeRange(`now-${timeRange}`))),
  })}`;

export const isLength = (text: string) => /^\d{1,4}[smhdwMy]$/.test(text);
