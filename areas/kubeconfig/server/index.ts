// Serves a kubeconfig for the caller, with a new access token.
import { randomBytes } from "node:crypto";
import { Problem } from "#language/problem.ts";
import { originOf } from "#server/audit/audit.ts";
import type { ServerArea } from "#server/area.ts";
import { someone } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import { createAccessToken, requireOwnSite } from "#areas/identity/server/index.ts";
import * as contract from "../contract.ts";
import * as schema from "../contract.schema.ts";
import { kubeconfigFile } from "./file.ts";

const valid = { expiry: "90d", days: 90 } as const;

export const kubeconfig: ServerArea = {
  name: "kubeconfig",
  routes(app, { env, db }) {
    const { kubernetesUrl: server, publicUrl } = env;
    const name = new URL(publicUrl).hostname.replaceAll(/[^a-z0-9.-]/gi, "");
    const filename = `${name}-kubeconfig.yaml`;

    handle(
      app,
      contract.aboutKubeconfig,
      schema.aboutKubeconfig,
      { access: "signed-in", summary: "The cluster of the kubeconfig, or null if no kubeconfig can be downloaded" },
      () => ({ server: server ?? null, filename, valid_days: valid.days }),
    );

    handle(
      app,
      contract.kubeconfig,
      schema.kubeconfig,
      {
        access: "signed-in",
        summary: "Download a kubeconfig that contains a new access token of the caller",
        type: "text/yaml; charset=utf-8",
      },
      async ({ actor: sender, request, reply }) => {
        const actor = someone(sender);
        requireOwnSite(request, actor, publicUrl);
        if (server === undefined)
          throw new Problem(
            "not_found",
            "No Kubernetes cluster is configured, so there is no kubeconfig to download.",
            {
              hint: "Start Quarterdeck with KUBERNETES_URL, the address of the cluster's API.",
            },
          );
        const wish = {
          personId: actor.id,
          // Token names are unique per person, and two downloads may happen in the same millisecond.
          name: `kubeconfig ${new Date().toISOString()} ${randomBytes(3).toString("hex")}`,
          expiry: valid.expiry,
          by: { actor, origin: originOf(request) },
        };
        const { token } = await db.system.transaction().execute((tx) => createAccessToken(tx, wish));
        reply.header("content-disposition", `attachment; filename="${filename}"`);
        return kubeconfigFile({ name, server, user: actor.email ?? actor.name, token });
      },
    );
  },
};
