import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useMemo } from "react";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useMedia } from "#console/widgets/use-media.ts";
import { TimeRangePicker } from "#console/widgets/time/TimeRangePicker.tsx";
import type { ListedChange } from "../../contract.ts";
import { ChangeDialog } from "./ChangeDialog.tsx";
import { EmptyChanges } from "./EmptyChanges.tsx";
import { columnsFor } from "./change-columns.tsx";
import { ChangesHistogram } from "./ChangesHistogram.tsx";
import { allChanges, peopleNames } from "./changes-query.ts";
import { type Changes, type ChangesOf, useChanges } from "./use-changes.ts";
import { KnownPeople } from "./Who.tsx";

interface ChangesTableProps {
  /** Only those of one item, and of what belongs to it. */
  of?: ChangesOf;
  /** Beside the filters. */
  tools?: ReactNode;
  /** Why there may be none. */
  emptyDetail: string;
  /** For the page around it, which refreshes and says what failed. */
  children?: (changes: Changes, table: ReactNode) => ReactNode;
}

const changeUrl = urlState({ change: text() });

/** What changed, with everything that narrows it in the address, the open one included. */
export function ChangesTable({ of, tools, emptyDetail, children }: ChangesTableProps) {
  const changes = useChanges(of);
  const { filters, options, seeks, view, range, changeRange, asked, query } = changes;
  const [{ change: openId }, change] = useUrl(changeUrl);
  const open = useCallback(({ id }: ListedChange) => void change({ change: id }), [change]);
  const rows = query.data?.rows;
  const isSmall = useMedia("(width < 50rem)");
  const table = (
    <KnownPeople value={usePeople(rows)}>
      <DataTable
        id={of ? "catalog.item.changes" : "catalog.changes"}
        caption="Changes"
        columns={columnsFor[of ? "item" : "all"][isSmall ? "small" : "wide"]}
        rows={query}
        keyOf={keyOfChange}
        view={view}
        paging="server"
        filters={filters}
        toolbar={
          <FilterBar filters={filters} options={options} seeks={seeks} label="Filters of changes">
            {tools}
            <TimeRangePicker range={range} onChange={(next) => void changeRange(next)} />
          </FilterBar>
        }
        overview={
          <div className="shrink-0 pb-2">
            <ChangesHistogram asked={asked} change={(next) => void changeRange(next)} />
          </div>
        }
        open={open}
        exportRows={() => allChanges(asked, view)}
        empty="No changes"
        emptyDetail={
          <EmptyChanges range={range} change={(next) => void changeRange(next)}>
            {emptyDetail}
          </EmptyChanges>
        }
      />
      <ChangeDialog id={openId} close={() => void change({ change: undefined })} />
    </KnownPeople>
  );
  return children ? children(changes, table) : table;
}

const keyOfChange = ({ id }: ListedChange) => id;

function usePeople(rows: readonly ListedChange[] | undefined) {
  const ids = useMemo(() => [...new Set(rows?.flatMap(({ created_by }) => created_by ?? []))].sort(), [rows]);
  const { data } = useQuery(peopleNames(ids));
  return useMemo(() => new Map(data?.map((person) => [person.id, person])), [data]);
}
