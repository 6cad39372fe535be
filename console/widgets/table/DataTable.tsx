import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { ErrorPage } from "../error/ErrorPage.tsx";
import type { Filters } from "../filter/filter-set.ts";
import type { IconName } from "../Icon.tsx";
import { later } from "../later.ts";
import { type Arranged, useArrangedModel } from "./arranged-rows.ts";
import { SELECT_COLUMN } from "./BodyRow.tsx";
import type { BulkAction } from "./BulkBar.tsx";
import type { OpenCellMenu } from "./OpenedCellMenu.tsx";
import { type Column, filterItemsOf, isSortedBy, MIN_COLUMN_WIDTH, textOf, valueOf } from "./column.ts";
import { DisplayPanel } from "./DisplayPanel.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { useFittedColumns } from "./fitted-columns.ts";
import { useGrowth } from "./growth.ts";
import { freezeWidths, HeaderRow } from "./HeaderRow.tsx";
import { isShown, moved, orderedColumns, useLayout } from "./layout.ts";
import { HEADER_HEIGHTS, narrowColumns, narrowGroupCell, narrowIndent, narrowRow, shapeOf } from "./narrow.ts";
import { readSource, type RowSource } from "./row-source.ts";
import { useRememberedScroll } from "./remembered-scroll.ts";
import { useSelection } from "./selection.ts";
import { TableBody } from "./TableBody.tsx";
import { TableFooter } from "./TableFooter.tsx";
import { TableToolbar } from "./TableToolbar.tsx";
import { EmptyTable, WaitingRows } from "./TableStates.tsx";
import { recall, remember } from "./table-memory.ts";
import { useTableModel } from "./table-model.ts";
import { type Sort, type TableView, useTableView } from "./table-view.ts";
import { minTableWidth, tracksOf, useRoom } from "./tracks.ts";
import { useGrid, type RowWindow } from "./use-grid.ts";

interface DataTableProps<Row> {
  /** The key under which a person's layout is stored; unique among all tables. */
  id: string;
  caption: string;
  columns: readonly Column<Row>[];
  rows: RowSource<Row>;
  /** The rows, if the page orders and groups them itself. */
  arranged?: Arranged<Row> | undefined;
  keyOf: (row: Row) => string;
  /**
   * The view state in the URL. Pass the state if the page uses it to query the rows; otherwise the table creates its
   * own state.
   */
  view?: TableView;
  /**
   * `none`: all rows in one scrolling list. `client`: all rows are loaded and shown in pages. `server`: the rows are
   * one page, sorted by the server.
   */
  paging?: "none" | "client" | "server";
  /** The page sizes to offer: 5 to 1000, or only 50, 100 and 200. */
  pageSizes?: "all" | "simple";
  /** An endless list: more rows are loaded when the end is reached. */
  more?: { hasMore: boolean; grow: () => void };
  /** `page`: fills its container and scrolls inside. `content`: as high as its rows, up to a limit. */
  fit?: "page" | "content";
  /** The default density; a person's choice overrides it. */
  isDense?: boolean;
  /** Groups are open by default. */
  areGroupsOpen?: boolean;
  filters?: Filters;
  /** Above the rows at the left: the page's filters. */
  toolbar?: ReactNode;
  /** Between the filters and the rows, in full width: a summary of the rows. */
  overview?: ReactNode;
  /** False hides the display options, the export and the row count, for short tables. */
  hasTools?: boolean;
  /** The page that a row links to. */
  hrefOf?: (row: Row) => string;
  open?: (row: Row) => void;
  /** Bulk actions. Rows can be selected only if the list is not empty. */
  actions?: readonly BulkAction<Row>[];
  /** Shown after the row count, for instance why rows are missing. */
  footnote?: ReactNode;
  /** Called with the rendered rows when they change, so that details are loaded only for these rows. */
  onDrawn?: ((rows: readonly Row[]) => void) | undefined;
  /** Loads all filtered rows for the export, if not all of them are loaded. */
  exportRows?: () => Promise<readonly Row[]>;
  empty?: string;
  /** Above the empty message. */
  emptyIcon?: IconName;
  /** Below the empty message: the reason, or what to do. */
  emptyDetail?: ReactNode;
  /** The button that adds the first row; shown only if no filter hides rows. */
  emptyAction?: ReactNode;
  /** Replaces the empty message and its detail. */
  emptyState?: ReactNode;
}

const WIDTH_STEP = 16;
const NO_ROWS: readonly never[] = [];
const NO_GROUPS = {};

/** The table of the console. Columns are data, the view is in the URL, and the layout is a preference of the person. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { id, caption, keyOf, paging = "none", fit = "page", actions, filters, hasTools = true } = props;
  const own = useTableView();
  const view = props.view ?? own;
  const { rows, total, isFetching, failure } = readSource(props.rows);
  const columns = useFittedColumns(props.columns, rows);
  const [layout, changeLayout] = useLayout(id);
  const isDense = layout.isDense ?? props.isDense ?? false;
  const chosenColumns = useMemo(
    () => orderedColumns(columns, layout).filter((column) => isShown(column, layout)),
    [columns, layout],
  );
  const [groups, setGroups] = useState<Readonly<Record<string, boolean>>>(() => recall(id).groups);
  const isServed = paging === "server" || props.more !== undefined;

  const { areGroupsOpen = false } = props;
  const arranged = useArrangedModel({ arranged: props.arranged, keyOf, groups, areGroupsOpen });
  const sorted = useTableModel({
    columns,
    rows: arranged ? NO_ROWS : (rows ?? NO_ROWS),
    keyOf,
    sort: view.sort,
    groupBy: view.groupBy,
    groups: view.groupBy === "" ? NO_GROUPS : groups,
    areGroupsOpen,
    page: paging === "client" ? clampedPage(view, rows?.length ?? 0) : undefined,
    isSorted: isServed,
  });
  const model = arranged ?? sorted;
  const { drawn, inOrder } = model;
  const selection = useSelection(useCallback(() => inOrder().map(keyOf), [inOrder, keyOf]));
  const BulkBar = useBulkBar(actions !== undefined && selection.keys.size > 0);

  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const isSelectable = actions !== undefined;
  const room = useRoom(scroller, minTableWidth(chosenColumns, layout.widths, isSelectable));
  const isNarrow = room === "narrow";
  const shown = useMemo(() => (isNarrow ? narrowColumns(chosenColumns) : chosenColumns), [chosenColumns, isNarrow]);
  const shape = shapeOf(shown, isNarrow);
  const hasDetails = !isNarrow && !isDense && shown.some(({ detail }) => detail);
  const hiddenSort = shown.some((column) => isSortedBy(column, view.sort))
    ? undefined
    : columns.find((column) => isSortedBy(column, view.sort));
  const headerHeight = HEADER_HEIGHTS[shape][isDense ? "dense" : "regular"];
  const totals = useMemo(() => shown.map((column) => column.total?.(rows ?? NO_ROWS)), [shown, rows]);
  const hasTotals = shown.some((column) => column.total);
  const tracks = useMemo(
    () => (isNarrow ? undefined : tracksOf(shown, layout.widths, isSelectable)),
    [shown, layout.widths, isSelectable, isNarrow],
  );
  const body = useRef<RowWindow>(null);

  const [menu, setMenu] = useState<OpenCellMenu>();
  const closeMenu = useCallback(() => setMenu(undefined), []);
  const CellMenu = useCellMenu(menu !== undefined, closeMenu);
  const openMenu = (cell: HTMLElement, key: string, columnId: string) => {
    const column = columns.find((candidate) => candidate.id === columnId);
    const row = drawn.at(drawn.indexOf(key))?.row;
    if (!column || !row) return;
    setMenu({
      cell,
      title: column.title,
      filter: column.filter,
      items: filterItemsOf(column, row),
      text: textOf(valueOf(column, row)),
    });
  };

  const navigate = useNavigate();
  const { hrefOf, open } = props;
  const openRow = (row: Row, event: { ctrlKey: boolean; metaKey: boolean }) => {
    if (open) open(row);
    else if (hrefOf && (event.ctrlKey || event.metaKey)) window.open(hrefOf(row), "_blank", "noopener");
    else if (hrefOf) void navigate({ to: hrefOf(row) });
  };

  const toggleGroup = (key: string, isOpen: boolean) => {
    const next = { ...groups, [key]: isOpen };
    setGroups(next);
    remember(id, { groups: next });
  };
  // Columns can be dragged and resized only if they are shown side by side.
  const canArrange = hasTools && !isNarrow;
  const move = (column: string, to: string) => changeLayout(moved(columns, layout, column, to));
  const resize = (widths: Record<string, number>) => changeLayout({ widths: { ...layout.widths, ...widths } });
  const follow = (widths: Record<string, number>) => {
    const { minWidth, ...rest } = tracksOf(shown, widths, isSelectable);
    table.current?.style.setProperty("min-width", `${minWidth}px`);
    for (const [name, value] of Object.entries(rest)) table.current?.style.setProperty(name, String(value));
  };
  const grid = useGrid({
    table,
    drawn,
    columns: actions ? [SELECT_COLUMN, ...shown.map((column) => column.id)] : shown.map((column) => column.id),
    rows: body,
    sort: (column) => view.changeSort(nextSort(view.sort, column)),
    open: hrefOf || open ? openRow : undefined,
    toggleGroup,
    select: actions && selection,
    keyOf,
    openMenu,
    moveColumn: (column, step) => {
      const to = canArrange && shown[shown.findIndex((candidate) => candidate.id === column) + step];
      if (to && !to.isName) move(column, to.id);
    },
    widenColumn: (column, step) => {
      if (!table.current || !canArrange) return;
      const widths = freezeWidths(table.current);
      resize({ ...widths, [column]: Math.max(MIN_COLUMN_WIDTH, (widths[column] ?? 0) + step * WIDTH_STEP) });
    },
  });

  useRememberedScroll({
    id,
    scroller,
    hasRows: rows !== undefined,
    shown: props.arranged?.view ?? describeView(view, filters),
  });
  const end = useGrowth({ more: props.more, scroller, count: drawn.length, isFetching });

  const chosen = useMemo(
    () => (actions ? inOrder().filter((row) => selection.keys.has(keyOf(row))) : NO_ROWS),
    [actions, inOrder, selection.keys, keyOf],
  );
  const { isGrouped } = model;
  const state = failure ? "failed" : rows === undefined ? "waiting" : rows.length === 0 ? "empty" : "filled";
  const isFilled = state === "filled";
  // Without rows and filters only the message is shown; titles and tools would not be useful.
  const isBare = state === "empty" && (filters?.chips.length ?? 0) === 0;
  const footerPaging =
    paging === "none"
      ? undefined
      : { caption, view, sizes: props.pageSizes ?? "all", count: paging === "server" ? total : model.paged };
  const canExport = !isServed || props.exportRows !== undefined;

  return (
    <div
      className={`flex min-w-0 flex-col [--ground:var(--table-ground,var(--canvas))] ${fit === "page" ? "h-full min-h-0 [timeline-scope:--rows]" : ""}`}
    >
      {(hasTools || props.toolbar) && (
        <TableToolbar isBare={isBare} filters={props.toolbar}>
          {hasTools && (
            <>
              {canExport && (
                <ExportMenu
                  name={id}
                  columns={chosenColumns}
                  rows={() => props.exportRows?.() ?? inOrder()}
                  isIdle={!isFilled}
                />
              )}
              <DisplayPanel
                columns={columns}
                layout={layout}
                change={changeLayout}
                isDense={isDense}
                view={view}
                paging={footerPaging}
                hiddenSort={isNarrow ? undefined : hiddenSort}
              />
            </>
          )}
        </TableToolbar>
      )}
      {props.overview}
      <div
        ref={scroller}
        className={`relative overflow-auto contain-content [overflow-anchor:none] ${fit === "page" ? "min-h-0 flex-1 bg-(--ground) [scroll-timeline:--rows_block]" : "scroll-hint max-h-[70vh]"}`}
      >
        <table
          ref={table}
          // An ARIA grid is a table whose cells can be focused.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
          role={isGrouped ? "treegrid" : "grid"}
          aria-label={caption}
          aria-rowcount={isFilled ? drawn.length + 1 : undefined}
          aria-multiselectable={actions ? true : undefined}
          aria-busy={state === "waiting"}
          {...grid.listeners}
          data-cut={room === "cut" || undefined}
          style={isBare ? undefined : tracks}
          className="block min-h-px w-full text-left"
        >
          <thead role="rowgroup" className={isBare ? "sr-only" : "sticky top-0 z-20 block"}>
            <HeaderRow
              // A narrow table shows only a few columns, but always the sorted column.
              columns={isNarrow && hiddenSort ? [...shown, hiddenSort] : shown}
              sort={view.sort}
              chosen={actions && (chosen.length === 0 ? false : chosen.length === (rows ?? []).length ? true : "some")}
              activeColumn={grid.entry.key === undefined && !isBare ? grid.entry.column : undefined}
              shape={shape}
              isDense={isDense}
              canArrange={canArrange}
              follow={follow}
              resize={resize}
              move={move}
            />
          </thead>
          {isFilled && (
            <TableBody
              ref={body}
              drawn={drawn}
              scroller={scroller}
              columns={shown}
              allColumns={columns}
              isSelectable={isSelectable}
              selected={selection.keys}
              shape={shape}
              isDense={isDense}
              hasDetails={hasDetails}
              entry={grid.entry}
              focused={grid.activeIndex}
              canFilter={filters !== undefined}
              hrefOf={hrefOf}
              isPressable={hrefOf !== undefined || open !== undefined}
              headerHeight={headerHeight}
              footerHeight={hasTotals ? headerHeight : 0}
              keyOf={keyOf}
              onDrawn={props.onDrawn}
            />
          )}
          {state === "waiting" && (
            <tbody role="rowgroup" className="block">
              <WaitingRows
                columns={shown}
                isSelectable={isSelectable}
                shape={shape}
                isDense={isDense}
                hasDetails={hasDetails}
              />
            </tbody>
          )}
          {hasTotals && isFilled && (
            <tfoot role="rowgroup" className="sticky bottom-0 z-20 block">
              <tr
                role="row"
                style={{ height: headerHeight, ...(isNarrow && { paddingLeft: narrowIndent(isSelectable, 0) }) }}
                className={`overflow-clip border-t border-line bg-(--ground) ${isNarrow ? narrowRow("one line") : "grid grid-cols-(--columns)"}`}
              >
                {actions && !isNarrow && <td aria-hidden />}
                {shown.map((column, index) => (
                  <td
                    key={column.id}
                    role="gridcell"
                    className={`content-center truncate font-medium ${isNarrow ? narrowGroupCell(index) : `px-3 ${index === 0 ? "bg-(--ground) in-data-cut:sticky in-data-cut:left-0" : ""} ${column.align === "right" ? "text-right" : ""}`} ${column.align === "right" ? "tabular-nums" : ""}`}
                  >
                    {isNarrow && index > 0 && column.total && (
                      <span className="font-normal text-muted">{column.title} </span>
                    )}
                    {totals[index]}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
        <div ref={end} aria-hidden />
        {state === "empty" &&
          (props.emptyState ?? (
            <EmptyTable
              text={props.empty ?? "No data available"}
              icon={props.emptyIcon}
              detail={props.emptyDetail}
              action={props.emptyAction}
              filters={filters}
              cleared={() => table.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus()}
            />
          ))}
        {failure && (
          <div className="p-4">
            <ErrorPage error={failure.error} retry={failure.retry} isRetrying={isFetching} />
          </div>
        )}
      </div>
      {fit === "page" && isFilled && !hasTotals && <div aria-hidden className="more-below" />}
      {BulkBar && actions && selection.keys.size > 0 && isFilled && (
        <BulkBar
          actions={actions}
          run={(index) => actions[index]?.run(chosen, [...selection.keys], selection.clear)}
          selected={selection.keys.size}
          total={Math.max(model.count, selection.keys.size)}
          selectAll={selection.toggleAll}
          clear={selection.clear}
        />
      )}
      {/* On a phone the bar of the selection takes the place of the footer. */}
      {(hasTools || props.footnote) && isFilled && !(isNarrow && selection.keys.size > 0) && (
        <TableFooter
          count={paging === "server" ? total : model.count}
          paging={footerPaging}
          footnote={props.footnote}
          note={
            props.more?.hasMore
              ? isFetching
                ? "loading more"
                : "scroll for more"
              : isGrouped
                ? `${model.paged.toLocaleString("en")} ${model.paged === 1 ? "group" : "groups"}`
                : undefined
          }
          isNarrow={isNarrow}
          hasBorder={fit === "page"}
        />
      )}
      {CellMenu && filters && <CellMenu open={menu} close={closeMenu} pick={filters.pick} />}
    </div>
  );
}

/** The next step of the cycle: ascending, descending, unsorted. */
export function nextSort(sort: Sort | undefined, id: string): Sort | undefined {
  if (sort?.id !== id) return { id, desc: false };
  return sort.desc ? undefined : { id, desc: true };
}

/** Identifies the shown list: sort order, page, groups and filters. */
const describeView = ({ sort, pageIndex, pageSize, groupBy }: TableView, filters: Filters | undefined) =>
  JSON.stringify([
    sort,
    pageIndex,
    pageSize,
    groupBy,
    filters?.chips.map(({ filter, text, state }) => [filter, text, state]),
  ]);

/** The URL may contain a page number that no longer exists after filtering. */
function clampedPage({ pageIndex, pageSize }: TableView, count: number) {
  return { index: Math.min(pageIndex, Math.max(0, Math.ceil(count / pageSize) - 1)), size: pageSize };
}

/** The cell menu: one for the whole table, opened at the current cell. */
const useBulkBar = later("The actions", async () => (await import("./BulkBar.tsx")).BulkBar);
const useCellMenu = later("The menu", async () => (await import("./OpenedCellMenu.tsx")).OpenedCellMenu);
