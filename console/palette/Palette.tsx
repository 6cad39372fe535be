import { later } from "#console/widgets/later.ts";
import type { PaletteProps } from "./OpenedPalette.tsx";

const useOpened = later("The palette", async () => (await import("./OpenedPalette.tsx")).OpenedPalette);

/** The command palette: pages, actions, and the search results of the areas. */
export function Palette(props: PaletteProps) {
  const Opened = useOpened(props.isOpen, props.onClose);
  return Opened && <Opened {...props} />;
}
