import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useCall } from "#console/client/call.ts";
import { db, rows } from "#console/client/rows.ts";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { useUrl } from "#console/url/url-state.ts";
import { useTimeRange } from "#console/widgets/time/use-time-range.ts";
import { logBackends } from "../../contract.ts";
import { useLive, useLiveLines } from "../live/use-live.ts";
import { endsNow, type LogRequest } from "../search/request.ts";
import { useSearch } from "../search/use-search.ts";
import { defaultRange, labelsOf, logsUrl } from "../logs-url.ts";

interface ComponentLogs {
  id: string;
  name: string;
  text: string | null;
  log_selectors: unknown;
}

/** The name and the log selectors of a component. */
const componentLogs = (id: string) => ({
  ...rows(["components", "logs", id], () =>
    db.from("components").select<string, ComponentLogs>("id,name,text,log_selectors").eq("id", id),
  ),
  enabled: id !== "",
});

const selectorsOf = (stored: unknown) =>
  (Array.isArray(stored) ? stored : []).flatMap((selector: unknown) => {
    const { name } = (selector ?? {}) as { name?: unknown };
    return typeof name === "string" && name !== "" ? [name] : [];
  });

/** Everything that the page shows, from its URL. */
export function useLogs() {
  const [url, change] = useUrl(logsUrl);
  const timeZone = useTimeZone();
  const fallback = useMemo(() => defaultRange(url.start), [url.start]);
  const { range = fallback, change: changeRange } = useTimeRange(fallback, KEPT);
  const found = useCall(logBackends, {}, { relations: ["logging_backends"] });
  const backends = found.data?.backends;
  const { data: components } = useQuery(componentLogs(url.topologyId));
  const component = components?.[0];
  const selectors = selectorsOf(component?.log_selectors);
  // Without a choice, the page shows the log of the server itself, or the first backend.
  const own = backends?.find(({ source }) => source === "System");
  const chosen = backends?.find(({ id, name }) => url.backend === id || url.backend === name);
  const isDefault = url.topologyId === "" && url.backend === "";
  const backend = isDefault ? (own ?? backends?.[0]) : chosen;
  const isKnown = !isDefault || backend !== undefined;
  const request: LogRequest | undefined = isKnown
    ? {
        id: url.topologyId || undefined,
        name: url.logsSelector || undefined,
        backend: isDefault ? backend?.id : url.backend || undefined,
        query: url.query,
        language: url.language,
        labels: labelsOf(url.labels),
        level: url.level,
        range,
        timeZone,
      }
    : undefined;
  const isFollowing = endsNow(range);
  const isOwn = url.topologyId === "" && backend !== undefined && backend.id === own?.id;
  const isLive = isFollowing && url.view === "lines" && (url.live === "yes" || (url.live === "" && isOwn));
  const search = useSearch(request);
  const canFollow = isLive && search.span !== undefined && !search.isPrevious;
  const live = useLive({
    request: isLive ? request : undefined,
    found: canFollow ? { lines: search.lines, span: search.span! } : undefined,
  });
  /** Switches the live view on or off. A live view needs a range that ends now. */
  const follow = (isOn: boolean) => {
    void change({ live: isOn ? "yes" : "no", view: "lines" });
    if (isOn && !isFollowing) void changeRange(undefined);
  };
  return {
    url,
    change,
    follow,
    range,
    changeRange,
    request,
    search,
    live,
    isLive,
    backends: found,
    backend,
    component,
    selectors,
  };
}

export type Logs = ReturnType<typeof useLogs>;

/** The new lines of the live view, followed by the lines of the search. Only the list uses them, because they change often. */
export function useShownLines({ isLive, live, search }: Logs) {
  const { lines: fresh, waiting } = useLiveLines(live);
  const lines = useMemo(
    () => (isLive && fresh.length > 0 ? [...fresh, ...search.lines] : search.lines),
    [isLive, fresh, search.lines],
  );
  return { lines, waiting };
}

const KEPT = { keeps: [] };
