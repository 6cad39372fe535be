// The entry of a widget in the gallery: a file in entries/ that exports `entry`. The gallery finds it by its folder.
import type { ReactNode } from "react";

export interface GalleryEntry {
  name: string;
  /** The heading of its group. */
  group: string;
  states: readonly GalleryState[];
}

export interface GalleryState {
  name: string;
  /** Rendered as a component, so that it may have state. */
  draw: () => ReactNode;
  /** In pixels, for widgets that fill their container. Default: the height of the content. */
  height?: number;
  /** The buttons to press in order, for screenshots of something that opens. */
  press?: readonly string[];
}
