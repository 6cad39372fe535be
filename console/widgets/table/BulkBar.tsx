import type { ReactNode } from "react";
import { Button } from "../Button.tsx";
import type { IconName } from "../Icon.tsx";
import { IconButton } from "../IconButton.tsx";

export interface BulkAction<Row> {
  label: string;
  icon?: IconName;
  /** Whether the action deletes data. Its button is red and comes after the other actions. */
  isDestructive?: true;
  /** Receives the selected rows that are loaded, and the keys of all selected rows; `clear` ends the selection. */
  run: (rows: readonly Row[], keys: readonly string[], clear: () => void) => void;
}

interface BulkBarProps {
  actions: readonly Pick<BulkAction<never>, "label" | "icon" | "isDestructive">[];
  run: (index: number) => void;
  selected: number;
  /** The number of rows that can be selected. */
  total: number;
  selectAll: () => void;
  clear: () => void;
  /** Further actions, such as actions of other areas. */
  children?: ReactNode;
}

/** The selection and its actions, in a bar that floats below the rows. */
export function BulkBar({ actions, run, selected, total, selectAll, clear, children }: BulkBarProps) {
  const buttons = actions.map((action, index) => ({ ...action, press: () => run(index) }));
  const button = ({ label, icon, isDestructive, press }: (typeof buttons)[number]) => (
    <Button
      key={label}
      title={label}
      {...(icon && { icon })}
      onClick={press}
      // A small screen shows only the words, so that all buttons fit in one line.
      className={`max-shell:min-w-0 max-shell:flex-1 max-shell:px-2 max-shell:[&>svg]:hidden ${isDestructive ? "text-unhealthy-text!" : ""}`}
    >
      {label}
    </Button>
  );
  return (
    <div className="flex shrink-0 justify-center px-1 pt-1 pb-3">
      <div className="flex max-w-full animate-rise flex-wrap items-center gap-2 rounded-lg border border-line bg-raised py-2 pr-2 pl-3 shadow-raised">
        <span className="font-medium tabular-nums" role="status">
          {selected.toLocaleString("en")} of {total.toLocaleString("en")} selected
        </span>
        {selected < total && (
          <Button look="quiet" onClick={selectAll} className="text-link!">
            Select all {total.toLocaleString("en")}
          </Button>
        )}
        <span className="flex gap-2 max-shell:order-1 max-shell:w-full">
          {children}
          {buttons.filter(({ isDestructive }) => !isDestructive).map(button)}
          {/* Separates an action that deletes data from the other actions. */}
          <span aria-hidden className="mx-1 my-1 w-px bg-line last:hidden" />
          {buttons.filter(({ isDestructive }) => isDestructive).map(button)}
        </span>
        <IconButton icon="x" label="Clear" onClick={clear} className="max-shell:ml-auto" />
      </div>
    </div>
  );
}
