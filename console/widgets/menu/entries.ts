// Menus as data, so that pages with a menu need not load its code.
import type { IconName } from "../Icon.tsx";

export type MenuItem =
  | { type: "link"; label: string; href: string; icon?: IconName; isCurrent?: boolean }
  /** A link to another site, opened in a new tab. */
  | { type: "outside"; label: string; href: string; icon?: IconName }
  | { type: "action"; label: string; icon?: IconName; run: () => void; hint?: string }
  | { type: "choice"; label: string; value: string; options: readonly ChoiceOption[]; choose: (value: string) => void }
  /** A heading with an optional second line. */
  | { type: "heading"; label: string; detail?: string }
  | { type: "note"; label: string }
  | { type: "separator" };

export interface ChoiceOption {
  value: string;
  label: string;
  icon?: IconName;
}
