import { memo, type ReactNode, useCallback, useLayoutEffect, useRef } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { Segments } from "#console/widgets/form/Segments.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Popover } from "#console/widgets/popover/Popover.tsx";
import { Toggle } from "#console/widgets/Toggle.tsx";
import { printBytes } from "#lib/text/bytes.ts";
import type { LogLine } from "../../contract.ts";
import { defaultColumns, fieldsIn, titleOfColumn } from "../list/columns.ts";
import type { LogsUrl } from "../logs-url.ts";
import type { Search } from "../search/use-search.ts";

interface ListToolsProps {
  url: Pick<LogsUrl, "view" | "wrap" | "columns">;
  change: (changes: Partial<Pick<LogsUrl, "view" | "wrap" | "columns">>) => void;
  search: Search;
  lines: readonly LogLine[];
  isLive: boolean;
  /** Shown here on phones, because the header has no space for it. */
  liveControl: ReactNode;
}

/** The bar above the list: the number of lines, and the display options. */
export function ListTools({ url, change, search, lines, isLive, liveControl }: ListToolsProps) {
  // A live view changes the lines several times per second. Only the open panel of columns needs them.
  const latest = useRef(lines);
  useLayoutEffect(() => void (latest.current = lines), [lines]);
  const read = useCallback(() => latest.current, []);
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 pb-2">
      <Segments
        label="View"
        value={url.view}
        options={[
          { value: "lines", label: "Lines" },
          { value: "patterns", label: "Patterns" },
        ]}
        onChange={(view) => change({ view })}
      />
      {url.view === "lines" && <Found search={search} count={lines.length} isLive={isLive} />}
      {liveControl && <span className="ml-auto">{liveControl}</span>}
      {url.view === "lines" && (
        <span className="ml-auto flex gap-2 max-shell:hidden">
          <Toggle isOn={url.wrap} onChange={(wrap) => change({ wrap })}>
            Wrap
          </Toggle>
          <ColumnsPanel read={read} columns={url.columns} change={change} />
        </span>
      )}
    </div>
  );
}

function Found({ search, count, isLive }: { search: Search; count: number; isLive: boolean }) {
  const { progress, isFetching, hasMore } = search;
  if (isFetching && progress && progress.total > 0)
    return (
      <span className="flex items-center gap-2 text-muted tabular-nums">
        Searched {printBytes(progress.searched)} of {printBytes(progress.total)}
        <Button look="quiet" icon="x" onClick={search.cancel}>
          Cancel
        </Button>
      </span>
    );
  // The lines of a live view change faster than the histogram, which shows their number.
  if (isLive || (search.error && count === 0)) return null;
  return (
    <span role="status" className="text-muted tabular-nums">
      {isFetching && count === 0 ? "Searching" : `${count.toLocaleString("en")} ${count === 1 ? "line" : "lines"}`}
      {hasMore && count > 0 && <span className="max-shell:hidden">, more below</span>}
    </span>
  );
}

interface ColumnsPanelProps {
  /** Returns the lines. */
  read: () => readonly LogLine[];
  columns: readonly string[];
  change: (changes: { columns: readonly string[] }) => void;
}

/** The fields that can be shown as columns. */
const ColumnsPanel = memo(function ColumnsPanel({ read, columns, change }: ColumnsPanelProps) {
  return (
    <Popover
      label="Columns"
      className="flex h-control items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-muted transition-colors hover:bg-hover hover:text-text aria-expanded:bg-hover"
      popupClassName="w-72"
      button={
        <>
          <Icon name="columns-3" size={14} /> Columns
        </>
      }
    >
      {() => <ColumnList {...{ read, columns, change }} />}
    </Popover>
  );
});

function ColumnList({ read, columns, change }: ColumnsPanelProps) {
  const fields = fieldsIn(read()).map(({ name }) => name);
  const names = [...new Set(["time", "level", "host", "source", ...columns, ...fields])];
  const toggle = (name: string) =>
    change({ columns: columns.includes(name) ? columns.filter((other) => other !== name) : [...columns, name] });
  return (
    <div className="flex flex-col p-1.5">
      <ul aria-label="Columns" className="max-h-80 overflow-y-auto">
        {names.map((name) => (
          <li key={name}>
            <label className="flex min-h-control cursor-pointer items-center gap-2 rounded-sm px-2 hover:bg-hover">
              <input
                type="checkbox"
                checked={columns.includes(name)}
                onChange={() => toggle(name)}
                className="size-4 accent-(--accent)"
              />
              <span className="min-w-0 truncate" title={name}>
                {titleOfColumn(name)}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <Button look="quiet" className="mt-1" onClick={() => change({ columns: defaultColumns })}>
        Reset columns
      </Button>
    </div>
  );
}
