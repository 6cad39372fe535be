import { ask } from "#console/client/call.ts";
import type { ConsoleArea } from "#console/shell/area.ts";
import { aboutKubeconfig } from "../contract.ts";

export const kubeconfig: ConsoleArea = {
  name: "kubeconfig",
  slots: {
    "user.menu": [
      {
        title: "Download kubeconfig",
        icon: "download",
        when: () => ({
          queryKey: ["kubeconfig", "is set up"],
          queryFn: async ({ signal }) => (await ask(aboutKubeconfig, {}, { signal })).server !== null,
          // The response changes only when the server restarts.
          staleTime: Number.POSITIVE_INFINITY,
        }),
        load: () => import("./KubeconfigDialog.tsx"),
      },
    ],
  },
};
