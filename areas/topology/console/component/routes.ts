// The pages of a component: in the shell, and as a card without the shell.
import { read } from "#console/access/access.ts";
import type { PageOf } from "#console/shell/area.ts";

export const componentPages: readonly PageOf[] = [
  {
    path: "/topology/$id",
    title: "Component",
    shape: "detail",
    feature: "topology",
    needs: read("topologies"),
    load: () => import("./ComponentPage.tsx"),
  },
  {
    path: "/view/topology/$id",
    title: "Component",
    isBare: true,
    load: () => import("../view/TopologyView.tsx"),
  },
];
