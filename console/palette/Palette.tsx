import { later } from "#console/widgets/later.ts";

export interface PaletteProps {
  isOpen: boolean;
  onClose: () => void;
}

const useOpened = later("The palette", async () => (await import("./OpenedPalette.tsx")).OpenedPalette);

/** Everything by name: pages, actions, and whatever the areas find. */
export function Palette(props: PaletteProps) {
  const Opened = useOpened(props.isOpen, props.onClose);
  return Opened && <Opened {...props} />;
}
