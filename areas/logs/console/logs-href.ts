// Links to the Logs page with a component or backend, labels and a time range.
import { printSearch } from "#console/url/search.ts";
import { printTriStates } from "#language/tri-state.ts";
import type { Labels } from "#language/columns.ts";
import { printTag } from "#language/tags.ts";
import { printTimeParams, relativeRange } from "#lib/time/time-range.ts";

interface LinkedLogs {
  topologyId?: string;
  backend?: string;
  labels?: Labels;
  /** A length such as 1h. */
  timeRange?: string;
}

export const logsHref = ({ topologyId, backend, labels = {}, timeRange }: LinkedLogs) =>
  `/logs${printSearch({
    topologyId,
    backend,
    labels: printTriStates(new Map(Object.entries(labels).map(([key, value]) => [printTag(key, value), "include"]))),
    ...(timeRange !== undefined && isLength(timeRange) && printTimeParams(relativeRange(`now-${timeRange}`))),
  })}`;

export const isLength = (text: string) => /^\d{1,4}[smhdwMy]$/.test(text);
