// Styles of the lists that open under an input.

export const popupLook =
  "w-(--anchor-width) min-w-48 max-w-(--available-width) overflow-hidden rounded-lg border border-line bg-raised shadow-raised";

export const listLook =
  "max-h-[min(18rem,var(--available-height))] overflow-y-auto overscroll-contain p-1 outline-none data-empty:p-0";

export const optionLook =
  "flex min-h-[max(1.75rem,var(--touch))] cursor-default items-center gap-2 rounded-sm px-2 select-none data-highlighted:bg-hover";
