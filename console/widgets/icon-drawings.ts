// The drawings of all loaded icons by name, as SVG elements from lucide (tools/icons). Initially these are the basic
// icons, which the sign-in screens use. The console adds its own icons at the start, so that the sign-in screens do not
// load them.
import basicIcons from "./icons/basic.json" with { type: "json" };

export const drawings = new Map<string, string>(Object.entries(basicIcons));

export function addIcons(icons: Readonly<Record<string, string>>) {
  for (const [name, drawing] of Object.entries(icons)) drawings.set(name, drawing);
}
