import { Icon } from "../Icon.tsx";
import { later } from "../later.ts";
import { Popover } from "../popover/Popover.tsx";
import type { Column } from "./column.ts";
import type { Layout } from "./layout.ts";
import type { PagingProps } from "./TableFooter.tsx";
import type { TableView } from "./table-view.ts";

export interface DisplayPanelProps<Row> {
  columns: readonly Column<Row>[];
  layout: Layout;
  change: (changes: Partial<Layout>) => void;
  isDense: boolean;
  view: TableView;
  /** Undefined for a table without pages. */
  paging: Pick<PagingProps, "sizes"> | undefined;
  /** The sorted column, if the table has no title that shows it. */
  hiddenSort: Column<Row> | undefined;
}

const useOptions = later("The display options", async () => (await import("./DisplayOptions.tsx")).DisplayOptions);

/** The button of the display options. */
export function DisplayPanel<Row>(props: DisplayPanelProps<Row>) {
  // Prefetches the options.
  useOptions(false);
  const { hiddenSort, view } = props;
  return (
    <Popover
      // Contains the same words as the button, with the same spaces.
      label={hiddenSort ? `Display Sort: ${hiddenSort.title}` : "Display"}
      className="flex h-control items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-muted transition-colors hover:bg-hover hover:text-text aria-expanded:bg-hover"
      popupClassName="w-72"
      button={
        <>
          <span title="Display" className="flex">
            <Icon name="columns-3" size={14} />
          </span>
          <span className="sr-only">Display</span>{" "}
          {hiddenSort && (
            <span className="flex items-center gap-1 border-l border-line pl-2 text-text max-shell:hidden">
              <span className="text-muted">Sort:</span> {hiddenSort.title}
              <Icon name={view.sort?.desc ? "arrow-down" : "arrow-up"} size={14} />
            </span>
          )}
        </>
      }
    >
      {() => <Options {...props} />}
    </Popover>
  );
}

function Options<Row>(props: DisplayPanelProps<Row>) {
  const DisplayOptions = useOptions(true);
  return DisplayOptions ? <DisplayOptions {...props} /> : null;
}
