import type { ReactNode } from "react";
import { later } from "../later.ts";
import type { DialogProps } from "./Dialog.tsx";

export interface DrawerProps extends Omit<DialogProps, "size"> {
  size?: "medium" | "large" | "wide";
  /** Before the title. */
  icon?: ReactNode;
  /** Window buttons, before the close button. */
  controls?: ReactNode;
}

const useOpened = later("The drawer", async () => (await import("./OpenedDrawer.tsx")).OpenedDrawer);

/** A panel at the right edge with the details of an item, so that its list stays visible. */
export function Drawer(props: DrawerProps) {
  const Opened = useOpened(props.isOpen, props.onClose);
  return Opened && <Opened {...props} />;
}
