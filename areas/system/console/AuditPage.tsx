import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { Page } from "#console/shell/Page.tsx";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { TimeRangePicker } from "#console/widgets/time/TimeRangePicker.tsx";
import { useTimeRange } from "#console/widgets/time/use-time-range.ts";
import { ZoneNote } from "#console/widgets/time/Timestamp.tsx";
import { NARROW_TABLE, useMedia } from "#console/widgets/use-media.ts";
import { AuditDetails } from "./AuditDetails.tsx";
import { auditColumnsFor } from "./audit-columns.tsx";
import { allDeeds, auditFilters, auditTime, type Deed, deedsPage, deedTypes } from "./audit-query.ts";
import { actionWords, tableWords } from "./audit-words.ts";

const NEWEST_FIRST = { id: "created_at", desc: true };
const deedUrl = urlState({ deed: text() });
const actions = Object.entries(actionWords).map(([value, label]) => ({ value, label }));

/** The audit log: actor, action, resource, time and origin. */
export function AuditPage() {
  const filters = useFilters(auditFilters);
  const view = useTableView({ sort: NEWEST_FIRST });
  const { range, change } = useTimeRange(auditTime);
  const asked = { filters, range, timeZone: useTimeZone(), view };
  const deeds = useQuery(deedsPage(asked));
  const types = useQuery(deedTypes);
  const options = useMemo(
    () => ({
      action: actions,
      resource_type: types.data?.map(({ resource_type: value }) => ({ value, label: tableWords(value) })),
    }),
    [types.data],
  );
  const [{ deed: openId }, changeUrl] = useUrl(deedUrl);
  const isNarrow = useMedia(NARROW_TABLE);
  const columns = useMemo(() => auditColumnsFor(isNarrow), [isNarrow]);
  const open = useCallback((deed: Deed) => void changeUrl({ deed: deed.id }), [changeUrl]);
  return (
    <Page title="Audit Log" refresh={deeds}>
      <div className="h-full p-4 pb-0">
        <DataTable
          id="audit"
          caption="Audit log"
          columns={columns}
          rows={deeds}
          keyOf={keyOfDeed}
          view={view}
          paging="server"
          filters={filters}
          toolbar={
            <FilterBar filters={filters} options={options}>
              <TimeRangePicker range={range} onChange={(next) => void change(next)} />
            </FilterBar>
          }
          open={open}
          exportRows={() => allDeeds(asked)}
          footnote={isNarrow ? undefined : <ZoneNote />}
          emptyDetail="No entries in this time range."
        />
        <AuditDetails
          id={openId}
          known={deeds.data?.rows.find(({ id }) => id === openId)}
          close={() => void changeUrl({ deed: undefined })}
        />
      </div>
    </Page>
  );
}

const keyOfDeed = ({ id }: Deed) => id;
