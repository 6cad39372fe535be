import { Slot, useSlot } from "#console/shell/Slot.tsx";
import type { ReportSection } from "../../contract.ts";
import { ReportTable } from "./ReportTable.tsx";

interface ViewColumn {
  name: string;
  type?: string;
  hidden?: boolean;
}

/**
 * A view in the report. If the views area is installed, it draws the view; otherwise only the table of the view is
 * shown.
 */
export function ViewSection({ section }: { section: ReportSection }) {
  const isDrawn = useSlot("application.section").length > 0;
  if (section.error !== undefined) return <p className="text-muted">{section.error}</p>;
  if (isDrawn) return <Slot name="application.section" of={{ view: section.view, result: section.result }} />;
  return <ViewTable section={section} />;
}

function ViewTable({ section: { title, result } }: { section: ReportSection }) {
  const { columns = [], rows = [] } = result as { columns?: readonly ViewColumn[]; rows?: readonly unknown[][] };
  const shown = columns.flatMap(({ name, type, hidden }, index) =>
    hidden || type === "row_attributes"
      ? []
      : [{ title: name, value: ({ cells }: { cells: readonly unknown[] }) => print(cells[index]) }],
  );
  const numbered = rows.map((cells, number) => ({ cells, number }));
  return <ReportTable caption={title} columns={shown} rows={numbered} keyOf={({ number }) => String(number)} />;
}

/** Objects and lists in cells are shown as JSON. */
const print = (value: unknown): string | number =>
  value === null || value === undefined
    ? ""
    : typeof value === "number" || typeof value === "string"
      ? value
      : JSON.stringify(value);
