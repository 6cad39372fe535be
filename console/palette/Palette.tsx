import { later } from "#console/widgets/later.ts";

export interface PaletteProps {
  isOpen: boolean;
  onClose: () => void;
}

const useOpened = later("The palette", async () => (await import("./OpenedPalette.tsx")).OpenedPalette);

/** The command palette: pages, actions, and the search results of the areas. */
export function Palette(props: PaletteProps) {
  const Opened = useOpened(props.isOpen, props.onClose);
  return Opened && <Opened {...props} />;
}
