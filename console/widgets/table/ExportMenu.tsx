import { messageOf } from "#console/client/failure.ts";
import { Icon } from "../Icon.tsx";
import { Menu } from "../menu/Menu.tsx";
import { toast } from "../toast/toast.ts";
import type { Column } from "./column.ts";
import type { ExportFormat } from "./export-rows.ts";

interface ExportMenuProps<Row> {
  /** The name of the file. */
  name: string;
  columns: readonly Column<Row>[];
  /** All filtered rows, in the order of the screen. */
  rows: () => readonly Row[] | Promise<readonly Row[]>;
  /** Disabled instead of hidden while there is nothing to export, so that the layout does not shift. */
  isIdle: boolean;
}

/** Exports all filtered rows as a file, not only the rendered rows. */
export function ExportMenu<Row>({ name, columns, rows, isIdle }: ExportMenuProps<Row>) {
  const save = async (format: ExportFormat) => {
    try {
      // Few people export, so the code is loaded when it is needed.
      const { download, printRows } = await import("./export-rows.ts");
      download(name, format, printRows(format, columns, await rows()));
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <Menu
      label="Export"
      isDisabled={isIdle}
      items={[
        { type: "action", label: "CSV", icon: "file", run: () => void save("csv") },
        { type: "action", label: "JSON", icon: "file", run: () => void save("json") },
      ]}
      className="flex h-control items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-muted transition-colors hover:bg-hover hover:text-text aria-expanded:bg-hover disabled:pointer-events-none disabled:opacity-50"
    >
      <span title="Export" className="flex">
        <Icon name="download" size={14} />
      </span>
      <span className="sr-only">Export</span>
    </Menu>
  );
}
