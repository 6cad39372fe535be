// The styles of tabs, both as parts of a page and as links to pages.

/** Aligned with the content of a page or dialog; a dialog already has its own padding. */
export const tabListLook =
  "scroll-fade flex shrink-0 gap-1 overflow-x-auto border-b border-line px-2 [scrollbar-width:none] in-[[role=dialog]]:-mx-2 in-[[role=dialog]]:px-0";

const chosen =
  "aria-selected:text-text aria-[current]:text-text aria-selected:after:bg-accent aria-[current]:after:bg-accent";

export const tabLook = `relative inline-flex h-9 min-h-touch shrink-0 items-center gap-1.5 rounded-sm px-2 font-medium whitespace-nowrap text-muted transition-colors -outline-offset-2 after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 hover:text-text ${chosen}`;

interface CountProps {
  of: number | undefined;
  /** The period that is counted, such as 7d. */
  within?: string | undefined;
}

export const Count = ({ of, within }: CountProps) =>
  of !== undefined && (
    <span
      data-within={within === undefined ? undefined : `in ${within}`}
      // Only a tab with content has a pill.
      className={`text-meta font-normal text-muted tabular-nums data-within:after:ml-1 data-within:after:content-[attr(data-within)] ${of === 0 ? "" : "rounded-full bg-press px-1.5"}`}
    >
      {of.toLocaleString("en")}
    </span>
  );
