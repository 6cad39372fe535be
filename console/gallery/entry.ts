// What a widget shows of itself: a file in entries/ that exports `entry`. The gallery finds it by its folder.
import type { ReactNode } from "react";

export interface GalleryEntry {
  name: string;
  /** The heading it stands under. */
  group: string;
  states: readonly GalleryState[];
}

export interface GalleryState {
  name: string;
  /** Drawn as a component, so that it may keep state of its own. */
  draw: () => ReactNode;
  /** In pixels, for what fills the height it is given; without it, as high as it is. */
  height?: number;
  /** Of what opens: the buttons to press, one after the other, for a picture of it. */
  press?: readonly string[];
}
