// The user's last choices, which apply where the URL has no value. They are stored under the name that earlier consoles
// used.
import { preference } from "#console/preference.ts";

export interface RememberedView {
  groupBy: string;
  tabBy: string;
  hidePassing: boolean;
}

export const STANDARD_VIEW: RememberedView = { groupBy: "canary_name", tabBy: "namespace", hidePassing: true };

let last: { stored: string | null; view: RememberedView } = { stored: null, view: STANDARD_VIEW };

/** The stored value may come from another release, or may have been edited by hand. */
function parse(stored: string | null): RememberedView {
  if (stored !== last.stored) last = { stored, view: read(stored ?? "{}") };
  return last.view;
}

function read(stored: string): RememberedView {
  try {
    const { groupBy, tabBy, hidePassing } = (JSON.parse(stored) ?? {}) as Record<keyof RememberedView, unknown>;
    return {
      groupBy: typeof groupBy === "string" && groupBy !== "" ? groupBy : STANDARD_VIEW.groupBy,
      tabBy: typeof tabBy === "string" && tabBy !== "" ? tabBy : STANDARD_VIEW.tabBy,
      hidePassing: typeof hidePassing === "boolean" ? hidePassing : STANDARD_VIEW.hidePassing,
    };
  } catch {
    return STANDARD_VIEW;
  }
}

export const rememberedView = preference<RememberedView>("healthSettings", parse, JSON.stringify);
