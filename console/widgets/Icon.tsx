// The interface icons by name. This file contains only the basic icons, so that the sign-in screens do not load all of
// them. To add an icon of the console, add its name to icons/console.json and run node bin/run.mjs tools/icons/index.ts.
import basicIcons from "./icons/basic.json" with { type: "json" };
import type consoleIcons from "./icons/console.json";
import type pageIcons from "./icons/page.json";

export type IconName = keyof typeof basicIcons | keyof typeof consoleIcons | keyof typeof pageIcons;

/**
 * The drawings of all loaded icons by name, as SVG elements from lucide (tools/icons): at first the basic icons, which
 * the sign-in screens draw; the console adds its own at the start (console-icons.ts).
 */
const drawings = new Map<string, string>(Object.entries(basicIcons));

export function addIcons(icons: Readonly<Record<string, string>>) {
  for (const [name, drawing] of Object.entries(icons)) drawings.set(name, drawing);
}

export const isIconName = (name: string): name is IconName => drawings.has(name);

interface IconProps {
  name: IconName;
  size?: 14 | 16 | 20 | 24;
  className?: string;
}

/** The icon is decorative: the text next to it or the label of its button gives the meaning. */
export function Icon({ name, size = 16, className }: IconProps) {
  const drawing = drawings.get(name);
  if (drawing === undefined) return undefined;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`lucide-${name} shrink-0 ${className ?? ""}`}
      aria-hidden
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  );
}
