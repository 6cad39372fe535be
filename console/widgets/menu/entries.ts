// A menu as data, so that who has one need not load the code that draws it.
import type { IconName } from "../Icon.tsx";

export type MenuItem =
  | { type: "link"; label: string; href: string; icon?: IconName; isCurrent?: boolean }
  /** Leads out of the console, in a new tab. */
  | { type: "outside"; label: string; href: string; icon?: IconName }
  | { type: "action"; label: string; icon?: IconName; run: () => void; hint?: string }
  | { type: "choice"; label: string; value: string; options: readonly ChoiceOption[]; choose: (value: string) => void }
  /** Words that cannot be chosen: a heading with an optional second line. */
  | { type: "heading"; label: string; detail?: string }
  | { type: "note"; label: string }
  | { type: "separator" };

export interface ChoiceOption {
  value: string;
  label: string;
  icon?: IconName;
}
