// Two columns or one, as the person likes it, for whatever shows a difference.
import { preference, usePreference } from "#console/preference.ts";
import { useMedia } from "../use-media.ts";

export type DiffLayout = "side" | "inline";

export const diffLayout = preference<DiffLayout>("diffLayout", (stored) => (stored === "inline" ? "inline" : "side"));

/** One column where there is no room for two. */
export function useDiffLayout(): DiffLayout {
  const preferred = usePreference(diffLayout);
  return useMedia("(width >= 50rem)") ? preferred : "inline";
}
