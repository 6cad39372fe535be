import { preference, usePreference } from "#console/preference.ts";
import { Icon } from "../Icon.tsx";
import { useMedia } from "../use-media.ts";
import "#console/widgets/page-icons.ts";

/** The preferred layout of diffs: two columns or one. */
export type DiffLayout = "side" | "inline";

export const diffLayout = preference<DiffLayout>("diffLayout", (stored) => (stored === "inline" ? "inline" : "side"));

/** Always one column if the screen is too narrow for two. */
export function useDiffLayout(): DiffLayout {
  const preferred = usePreference(diffLayout);
  return useMedia("(width >= 50rem)") ? preferred : "inline";
}

/** The choice between side by side and inline; hidden if the screen is too narrow for two columns. */
export const LayoutChoice = ({ chosen }: { chosen: DiffLayout }) => (
  <span role="group" aria-label="Layout" className="flex shrink-0 rounded-md border border-line p-px max-shell:hidden">
    <Choice layout="side" chosen={chosen} label="Side by side" />
    <Choice layout="inline" chosen={chosen} label="Inline" />
  </span>
);

const Choice = ({ layout, chosen, label }: { layout: DiffLayout; chosen: DiffLayout; label: string }) => (
  <button
    type="button"
    aria-pressed={layout === chosen}
    aria-label={label}
    title={label}
    onClick={() => diffLayout.set(layout)}
    className="flex h-6 w-7 items-center justify-center rounded-sm text-muted aria-pressed:bg-selected aria-pressed:text-text"
  >
    <Icon name={layout === "side" ? "columns-2" : "rows-2"} size={14} />
  </button>
);
