// The entry of a widget in the gallery: a file in entries/ that exports `entry`. The gallery finds it by its folder.
import type { ReactNode } from "react";

export interface GalleryEntry {
  name: string;
  /** The heading of the group that the entry belongs to. */
  group: string;
  states: readonly GalleryState[];
}

export interface GalleryState {
  name: string;
  /** Rendered as a component, so that it may have state. */
  draw: () => ReactNode;
  /** The height in pixels, for widgets that fill their container. Default: the height of the content. */
  height?: number;
  /** The buttons to press in order, for screenshots of popups and dialogs. */
  press?: readonly string[];
}
