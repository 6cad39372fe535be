import type { ReactNode } from "react";
import { Icon } from "../Icon.tsx";
import { Popover } from "../popover/Popover.tsx";

interface FiltersButtonProps {
  label?: string;
  /** The visible part of the label, if it is shorter. */
  text?: string;
  /** The number of active filters. */
  count: number;
  className?: string;
  popupClassName: string;
  /** Rendered while the panel is open. */
  children: () => ReactNode;
}

/** A button with the number of active filters, which opens the filters that have no place on the page. */
export const FiltersButton = ({
  label = "Filters",
  text = label,
  count,
  className = "",
  popupClassName,
  children,
}: FiltersButtonProps) => (
  <Popover
    // The accessible name contains the visible text.
    label={count === 0 ? label : `${text} ${count} set`}
    align="start"
    className={`flex h-control shrink-0 items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-muted transition-colors hover:bg-hover hover:text-text aria-expanded:bg-hover ${className}`}
    popupClassName={popupClassName}
    button={
      <>
        <Icon name="filter" size={14} />
        {text}{" "}
        {count > 0 && (
          <span className="min-w-5 rounded-full bg-accent px-1.5 text-center text-meta font-medium text-on-accent tabular-nums">
            {count}
          </span>
        )}
      </>
    }
  >
    {children}
  </Popover>
);
