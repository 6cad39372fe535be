// The preferred layout of diffs: two columns or one.
import { preference, usePreference } from "#console/preference.ts";
import { useMedia } from "../use-media.ts";

export type DiffLayout = "side" | "inline";

export const diffLayout = preference<DiffLayout>("diffLayout", (stored) => (stored === "inline" ? "inline" : "side"));

/** Always one column if the screen is too narrow for two. */
export function useDiffLayout(): DiffLayout {
  const preferred = usePreference(diffLayout);
  return useMedia("(width >= 50rem)") ? preferred : "inline";
}
