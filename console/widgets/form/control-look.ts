// Styles of text inputs, and of the lists that open under them. Mobile browsers zoom into inputs whose font is smaller
// than 16 px.

const box =
  "rounded-md border border-line-strong bg-surface transition-colors placeholder:text-faint hover:border-muted focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-unhealthy [&[readonly]]:border-line [&[readonly]]:bg-sunken disabled:border-line disabled:bg-sunken max-shell:text-[1rem]";

export const lineLook = `h-control w-full min-w-0 px-2.5 ${box}`;

export const areaLook = `block w-full min-w-0 resize-y px-2.5 py-1.5 ${box}`;

export const popupLook =
  "w-(--anchor-width) min-w-48 max-w-(--available-width) overflow-hidden rounded-lg border border-line bg-raised shadow-raised";

export const listLook =
  "max-h-[min(18rem,var(--available-height))] overflow-y-auto overscroll-contain p-1 outline-none data-empty:p-0";

export const optionLook =
  "flex min-h-[max(1.75rem,var(--touch))] cursor-default items-center gap-2 rounded-sm px-2 select-none data-highlighted:bg-hover";

/**
 * For the button of a combobox whose input is next to it. Base UI gives the button the role of a second combobox until
 * the input has registered itself.
 */
export const besideInput = { role: "button", tabIndex: -1 } as const;
