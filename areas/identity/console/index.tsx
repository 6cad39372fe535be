import type { ConsoleArea } from "#console/shell/area.ts";

export const identity: ConsoleArea = {
  name: "identity",
  pages: [{ path: "/login", title: "Sign in", isBare: true, load: () => import("./LoginPage.tsx") }],
};
