import type { ReactNode } from "react";
import { later } from "../later.ts";
import type { DialogProps } from "./Dialog.tsx";

export interface DrawerProps extends Omit<DialogProps, "size"> {
  size?: "medium" | "large" | "wide";
  /** Before the title. */
  icon?: ReactNode;
  /** Buttons of the window itself, before the one that closes it. */
  controls?: ReactNode;
}

const useOpened = later("The drawer", async () => (await import("./OpenedDrawer.tsx")).OpenedDrawer);

/** Details of something on the page, at the right edge, so that the list it stands in stays in view. */
export function Drawer(props: DrawerProps) {
  const Opened = useOpened(props.isOpen, props.onClose);
  return Opened && <Opened {...props} />;
}
