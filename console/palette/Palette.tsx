import { useEffect, useState } from "react";
import { later } from "#console/widgets/later.ts";
import type { PaletteProps } from "./OpenedPalette.tsx";

const useOpened = later("The palette", async () => (await import("./OpenedPalette.tsx")).OpenedPalette);

/** The command palette: pages, actions, and the search results of the areas. */
export function Palette({ isOpen, onClose }: Omit<PaletteProps, "typed">) {
  const Opened = useOpened(isOpen, onClose);
  const typed = useTyped(isOpen);
  return Opened && <Opened isOpen={isOpen} onClose={onClose} typed={typed} />;
}

/** The text that is typed before the palette input has the focus, for instance while the code of the palette loads. */
function useTyped(isOpen: boolean): string {
  const [typed, setTyped] = useState("");
  useEffect(() => {
    if (!isOpen) return undefined;
    const type = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, target } = event;
      if (key.length > 1 || ctrlKey || metaKey || (target as Element).closest("[role=dialog]")) return;
      // Without this, the key would trigger a page shortcut or press a button.
      event.preventDefault();
      event.stopPropagation();
      setTyped((before) => before + key);
    };
    addEventListener("keydown", type, true);
    return () => {
      removeEventListener("keydown", type, true);
      setTyped("");
    };
  }, [isOpen]);
  return typed;
}
