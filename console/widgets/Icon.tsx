// The interface icons by name. This file brings only the basic icons, so that the sign-in screens do not load all of them.
// Add an icon of the console to console-icons.ts.
import type { basicIcons } from "./basic-icons.ts";
import type { consoleIcons } from "./console-icons.ts";
import { drawings } from "./icon-drawings.ts";

export type IconName = keyof typeof basicIcons | keyof typeof consoleIcons;

export const isIconName = (name: string): name is IconName => drawings.has(name);

interface IconProps {
  name: IconName;
  size?: 14 | 16 | 20 | 24;
  className?: string;
}

/** Decorative: the text next to it or the label of its button gives the meaning. */
export function Icon({ name, size = 16, className }: IconProps) {
  const Drawing = drawings.get(name);
  return Drawing && <Drawing size={size} strokeWidth={1.75} className={`shrink-0 ${className ?? ""}`} aria-hidden />;
}
