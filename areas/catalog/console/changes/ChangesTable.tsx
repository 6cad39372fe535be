import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useMemo } from "react";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { later } from "#console/widgets/later.ts";
import { useMedia, NARROW_TABLE } from "#console/widgets/use-media.ts";
import { TimeRangePicker } from "#console/widgets/time/TimeRangePicker.tsx";
import type { ListedChange } from "../../contract.ts";
import { EmptyChanges } from "./EmptyChanges.tsx";
import { changeColumns } from "./change-columns.tsx";
import { ChangesHistogram } from "./ChangesHistogram.tsx";
import { allChanges, peopleNames } from "./changes-query.ts";
import { type Changes, type ChangesOf, useChanges } from "./use-changes.ts";
import { KnownPeople } from "./ChangeAuthor.tsx";
import { ChangedValuesContext, useChangedValues } from "./changed-values.ts";

interface ChangesTableProps {
  /** Only changes of this item and of its related items. */
  of?: ChangesOf;
  /** Further controls next to the filters. */
  tools?: ReactNode;
  /** Shown if there are no changes. */
  emptyDetail: string;
  /** Renders the page around the table. The page handles refreshing and errors. */
  children?: (changes: Changes, table: ReactNode) => ReactNode;
}

const changeUrl = urlState({ change: text() });

/** A table of changes. Filters, time range and the open change are stored in the URL. */
export function ChangesTable({ of, tools, emptyDetail, children }: ChangesTableProps) {
  const changes = useChanges(of);
  const { filters, options, seeks, view, range, changeRange, request, query } = changes;
  const [{ change: openId }, change] = useUrl(changeUrl);
  const open = useCallback(({ id }: ListedChange) => void change({ change: id }), [change]);
  const close = () => void change({ change: undefined });
  const ChangeDialog = useChangeDialog(openId !== "", close);
  const rows = query.data?.rows;
  const isNarrow = useMedia(NARROW_TABLE);
  const item = of?.id;
  const columns = useMemo(() => changeColumns({ item, isNarrow }), [item, isNarrow]);
  const table = (
    <KnownPeople value={usePeople(rows)}>
      <ChangedValuesContext value={useChangedValues(rows)}>
        <DataTable
          id={of ? "catalog.item.changes" : "catalog.changes"}
          caption="Changes"
          columns={columns}
          rows={query}
          keyOf={keyOfChange}
          view={view}
          paging="server"
          filters={filters}
          toolbar={
            <FilterBar filters={filters} options={options} seeks={seeks} choices={tools} label="Change filters">
              <TimeRangePicker range={range} onChange={(next) => void changeRange(next)} />
            </FilterBar>
          }
          overview={
            <div className="shrink-0 pb-2">
              <ChangesHistogram request={request} change={(next) => void changeRange(next)} />
            </div>
          }
          open={open}
          exportRows={() => allChanges(request, view)}
          empty="No changes"
          emptyDetail={
            <EmptyChanges range={range} change={(next) => void changeRange(next)}>
              {emptyDetail}
            </EmptyChanges>
          }
        />
        {ChangeDialog && <ChangeDialog id={openId} close={close} />}
      </ChangedValuesContext>
    </KnownPeople>
  );
  return children ? children(changes, table) : table;
}

const useChangeDialog = later("The change", async () => (await import("./ChangeDialog.tsx")).ChangeDialog);

const keyOfChange = ({ id }: ListedChange) => id;

function usePeople(rows: readonly ListedChange[] | undefined) {
  const ids = useMemo(() => [...new Set(rows?.flatMap(({ created_by }) => created_by ?? []))].sort(), [rows]);
  const { data } = useQuery(peopleNames(ids));
  return useMemo(() => new Map(data?.map((person) => [person.id, person])), [data]);
}
