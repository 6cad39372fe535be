import { Outlet } from "@tanstack/react-router";
import { Toasts } from "#console/widgets/toast/Toasts.tsx";

/** The root of all pages, whether the person is signed in or not. */
export function Root() {
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  );
}
