import { later } from "../later.ts";
import type { DrawerProps } from "./OpenedDrawer.tsx";

const useOpened = later("The drawer", async () => (await import("./OpenedDrawer.tsx")).OpenedDrawer);

/** A panel at the right edge with the details of an item, so that its list stays visible. */
export function Drawer(props: DrawerProps) {
  const Opened = useOpened(props.isOpen, props.onClose);
  return Opened && <Opened {...props} />;
}
