// The drawings of all loaded icons by name. At first these are the basic icons; the console adds its own at the start, so that the
// sign-in screens do not load them.
import type { LucideIcon } from "lucide-react";
import { basicIcons } from "./basic-icons.ts";

export const drawings = new Map<string, LucideIcon>(Object.entries(basicIcons));

export function addIcons(icons: Readonly<Record<string, LucideIcon>>) {
  for (const [name, drawing] of Object.entries(icons)) drawings.set(name, drawing);
}
