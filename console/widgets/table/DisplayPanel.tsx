import { useId } from "react";
import { Button } from "../Button.tsx";
import { Icon } from "../Icon.tsx";
import { IconButton } from "../IconButton.tsx";
import { Popover } from "../popover/Popover.tsx";
import type { Column } from "./column.ts";
import { isShown, type Layout, moved, NO_LAYOUT, orderedColumns } from "./layout.ts";

interface DisplayPanelProps<Row> {
  columns: readonly Column<Row>[];
  layout: Layout;
  change: (changes: Partial<Layout>) => void;
  isDense: boolean;
  groupBy: string;
  changeGroupBy: (id: string) => void;
}

/** Display options: density, grouping, and the columns with their order. */
export function DisplayPanel<Row>(props: DisplayPanelProps<Row>) {
  return (
    <Popover
      label="Display"
      className="flex h-8 items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-muted transition-colors hover:bg-hover hover:text-text aria-expanded:bg-hover"
      popupClassName="w-72"
      button={
        <>
          <Icon name="sliders-horizontal" size={14} />
          <span className="max-shell:sr-only">Display</span>
        </>
      }
    >
      {() => <Panel {...props} />}
    </Popover>
  );
}

function Panel<Row>({ columns, layout, change, isDense, groupBy, changeGroupBy }: DisplayPanelProps<Row>) {
  const groupable = columns.filter(({ canGroup }) => canGroup);
  const ordered = orderedColumns(columns, layout);
  const id = useId();
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
              className={`h-7 rounded-sm px-2.5 ${isDense === dense ? "bg-surface font-medium shadow-raised" : "text-muted hover:text-text"}`}
            >
              {dense ? "Dense" : "Regular"}
            </button>
          ))}
        </div>
      </div>
      {groupable.length > 0 && (
        <div className="flex items-center justify-between gap-4">
          <label htmlFor={`${id}-group`} className="shrink-0 text-muted">
            Group by
          </label>
          <select
            id={`${id}-group`}
            value={groupBy}
            onChange={(event) => changeGroupBy(event.target.value)}
            className="h-8 min-w-0 rounded-md border border-line bg-surface px-2"
          >
            <option value="">Nothing</option>
            {groupable.map((column) => (
              <option key={column.id} value={column.id}>
                {column.title}
              </option>
            ))}
          </select>
        </div>
      )}
      <fieldset>
        <legend className="mb-1 text-muted">Columns</legend>
        <ul className="-mx-1.5">
          {ordered.map((column, index) => {
            const [before, after] = [ordered[index - 1], ordered[index + 1]];
            return (
              <li key={column.id} className="flex items-center rounded-sm pr-0.5 pl-1.5 hover:bg-hover">
                <label className="flex min-h-8 min-w-0 flex-1 items-center gap-2">
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
