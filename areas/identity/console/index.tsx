// First of all: a password must be out of the address before anything else looks at it.
import "./address-credentials.ts";
import type { ConsoleArea } from "#console/shell/area.ts";

export const identity: ConsoleArea = {
  name: "identity",
  pages: [{ path: "/login", title: "Sign in", isBare: true, load: () => import("./LoginPage.tsx") }],
};
