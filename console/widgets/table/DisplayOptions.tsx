import { type ReactNode, useId } from "react";
import { Button } from "../Button.tsx";
import { IconButton } from "../IconButton.tsx";
import { type Column, isDescending, isSortedBy } from "./column.ts";
import type { DisplayPanelProps } from "./DisplayPanel.tsx";
import { offeredSizes } from "./page-size.ts";
import { isShown, moved, NO_LAYOUT, orderedColumns } from "./layout.ts";

/** The content of the display panel: density, order, grouping, and the columns with their order. */
export function DisplayOptions<Row>({ columns, layout, change, isDense, view, paging }: DisplayPanelProps<Row>) {
  const { sort, changeSort, groupBy, changeGroupBy } = view;
  const sorted = columns.find((column) => isSortedBy(column, sort));
  const sortable = columns.filter((column) => column === sorted || (column.sort !== false && isShown(column, layout)));
  const isDown = sort !== undefined && sorted !== undefined && isDescending(sorted, sort);
  const groupable = columns.filter(({ canGroup }) => canGroup);
  const ordered = orderedColumns(columns, layout);
  return (
    <div className="flex flex-col gap-3 p-3">
      <div className="flex items-center justify-between gap-4">
        <span className="text-muted">Rows</span>
        <div role="radiogroup" aria-label="Rows" className="flex rounded-md bg-sunken p-0.5">
          {[false, true].map((dense) => (
            <button
              key={String(dense)}
              type="button"
              role="radio"
              aria-checked={isDense === dense}
              onClick={() => change({ isDense: dense })}
              className={`h-7 min-h-touch rounded-sm px-2.5 ${isDense === dense ? "bg-surface font-medium shadow-raised" : "text-muted hover:text-text"}`}
            >
              {dense ? "Dense" : "Regular"}
            </button>
          ))}
        </div>
      </div>
      {sortable.length > 0 && (
        <ColumnChoice
          label="Sort by"
          none="Default order"
          columns={sortable}
          chosen={sorted?.id ?? ""}
          choose={(column) => changeSort(column === "" ? undefined : { id: column, desc: sort?.desc ?? false })}
        >
          {sort && (
            <IconButton
              icon={isDown ? "arrow-down" : "arrow-up"}
              label={isDown ? "Sort ascending" : "Sort descending"}
              onClick={() => changeSort({ ...sort, desc: !sort.desc })}
            />
          )}
        </ColumnChoice>
      )}
      {groupable.length > 0 && (
        <ColumnChoice label="Group by" none="No Grouping" columns={groupable} chosen={groupBy} choose={changeGroupBy} />
      )}
      {paging && (
        <Choice
          label="Rows per page"
          value={String(view.pageSize)}
          choose={(size) => view.changePageSize(Number(size))}
        >
          {offeredSizes(paging.sizes, view.pageSize).map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </Choice>
      )}
      <fieldset>
        <legend className="mb-1 text-muted">Columns</legend>
        <ul className="-mx-1.5">
          {ordered.map((column, index) => {
            const [before, after] = [ordered[index - 1], ordered[index + 1]];
            return (
              <li key={column.id} className="flex items-center rounded-sm pr-0.5 pl-1.5 hover:bg-hover">
                <label className="flex min-h-control min-w-0 flex-1 items-center gap-2">
                  <input
                    type="checkbox"
                    checked={isShown(column, layout)}
                    disabled={column.isName}
                    onChange={(event) => change({ shown: { ...layout.shown, [column.id]: event.target.checked } })}
                    className="size-4 accent-accent"
                  />
                  <span className="truncate">{column.title}</span>
                </label>
                {!column.isName && (
                  <>
                    {before && !before.isName && (
                      <IconButton
                        icon="arrow-up"
                        size="small"
                        label={`Move ${column.title} forward`}
                        onClick={() => change(moved(columns, layout, column.id, before.id))}
                      />
                    )}
                    {after && (
                      <IconButton
                        icon="arrow-down"
                        size="small"
                        label={`Move ${column.title} back`}
                        onClick={() => change(moved(columns, layout, column.id, after.id))}
                      />
                    )}
                  </>
                )}
              </li>
            );
          })}
        </ul>
      </fieldset>
      <Button look="quiet" onClick={() => change(NO_LAYOUT)} className="-mx-1.5 justify-start px-1.5">
        Reset columns and density
      </Button>
    </div>
  );
}

interface ColumnChoiceProps<Row> {
  label: string;
  /** The option for no column. */
  none: string;
  columns: readonly Column<Row>[];
  chosen: string;
  choose: (id: string) => void;
  children?: ReactNode;
}

const ColumnChoice = <Row,>({ label, none, columns, chosen, choose, children }: ColumnChoiceProps<Row>) => (
  <Choice label={label} value={chosen} choose={choose} before={children}>
    <option value="">{none}</option>
    {columns.map((column) => (
      <option key={column.id} value={column.id}>
        {column.title}
      </option>
    ))}
  </Choice>
);

interface ChoiceProps {
  label: string;
  value: string;
  choose: (value: string) => void;
  /** Left of the select. */
  before?: ReactNode;
  /** The options. */
  children: ReactNode;
}

function Choice({ label, value, choose, before, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4">
      <label htmlFor={id} className="shrink-0 text-muted">
        {label}
      </label>
      <span className="flex min-w-0 items-center gap-1">
        {before}
        <select
          id={id}
          value={value}
          onChange={(event) => choose(event.target.value)}
          className="h-control min-w-0 rounded-md border border-line bg-surface px-2"
        >
          {children}
        </select>
      </span>
    </div>
  );
}
