import { useQuery } from "@tanstack/react-query";
import { ask } from "#console/client/call.ts";
import { ChoiceFilter } from "#console/widgets/filter/ChoiceFilter.tsx";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { TimeRangePicker } from "#console/widgets/time/TimeRangePicker.tsx";
import { NARROW_TABLE, useMedia } from "#console/widgets/use-media.ts";
import { logLabels } from "../../contract.ts";
import { levelOptions, logFilters } from "../logs-url.ts";
import { bodyOf, type LogRequest, spanOf } from "../search/request.ts";
import { ComponentPicker } from "./ComponentPicker.tsx";
import { QueryBox } from "./QueryBox.tsx";
import type { Logs } from "./use-logs.ts";

/**
 * Maximum number of values of a label that is offered as a filter. Labels with more values, such as ids, are not
 * useful.
 */
const MAX_VALUES = 100;

/** The labels of the systems, as filter items. */
const labelOptions = (request: LogRequest | undefined) => ({
  queryKey: ["call", logLabels.method, logLabels.path, request?.id, request?.name, request?.backend],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const body = bodyOf({ ...request!, query: "", labels: {} }, spanOf(request!));
    const { labels } = await ask(logLabels, { body }, { signal });
    return labels.flatMap(({ name, values }) =>
      values.slice(0, MAX_VALUES).map((value) => ({ value: `${name}:${value}` })),
    );
  },
  enabled: request !== undefined,
  staleTime: 60_000,
  meta: { isExternal: true } as const,
  // Without a list, labels can still be chosen in the details of a line.
  retry: false,
});

const NO_RESETS = { resets: [] };

/** The controls of the search: component or backend, query, level, labels and time. */
export function Toolbar({ logs }: { logs: Logs }) {
  const { url, change, range, changeRange, backends, backend, component, selectors, request } = logs;
  const isPhone = useMedia(NARROW_TABLE);
  const filters = useFilters(logFilters, NO_RESETS);
  const labels = useQuery(labelOptions(request));
  const known = backends.data?.backends ?? [];
  const isByRoutes = url.topologyId !== "";
  const pickers = (
    <>
      <ComponentPicker
        name={url.topologyId === "" ? undefined : component ? component.text || component.name : "…"}
        value={url.topologyId}
        change={(id) => void change({ topologyId: id, logsSelector: undefined, backend: undefined, line: undefined })}
      />
      {selectors.length > 0 && (
        <ChoiceFilter
          label="Selector"
          all={false}
          value={url.logsSelector || selectors[0]!}
          options={selectors.map((value) => ({ value }))}
          change={(name) => void change({ logsSelector: name })}
        />
      )}
      {(known.length > 0 || url.backend !== "") && (
        <ChoiceFilter
          label="Backend"
          all={isByRoutes ? "By its routes" : false}
          value={(isByRoutes ? url.backend : backend?.id) ?? url.backend}
          options={known.map(({ id, name }) => ({ value: id, label: name }))}
          change={(id) => void change({ backend: id, line: undefined })}
        />
      )}
    </>
  );
  const systems = isByRoutes && url.backend === "" ? known : known.filter(({ id }) => id === backend?.id);
  return (
    <div className="flex shrink-0 flex-col gap-2 pb-3">
      <div className="flex flex-wrap items-start gap-2">
        {!isPhone && pickers}
        <FilterBar
          filters={filters}
          label="Line filters"
          options={{ level: levelOptions, labels: labels.data ?? (labels.isError ? [] : undefined) }}
          choices={isPhone && pickers}
        >
          <span className="shell:ml-auto">
            <TimeRangePicker range={range} onChange={(next) => void changeRange(next)} />
          </span>
        </FilterBar>
      </div>
      <QueryBox
        query={url.query}
        language={url.language}
        types={systems.flatMap(({ types }) => types)}
        hasLanguage={systems.some(({ hasLanguage }) => hasLanguage)}
        change={(changes) => void change(changes, { replace: changes.query !== undefined && url.query !== "" })}
      />
    </div>
  );
}
