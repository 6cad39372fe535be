import { Outlet } from "@tanstack/react-router";
import { Toasts } from "#console/widgets/toast/Toasts.tsx";

/** Around everything, signed in or not. */
export function Root() {
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  );
}
