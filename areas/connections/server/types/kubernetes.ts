import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { longCredential } from "../connection/fields.ts";
import { clusterOf, ownCluster } from "../clients/kubeconfig.ts";
import { serviceCall } from "../clients/service-call.ts";

const version = z.object({ gitVersion: z.string(), platform: z.string().optional() });
const review = z.object({ status: z.object({ userInfo: z.object({ username: z.string() }) }) });

export const kubernetes = connectionType({
  type: "kubernetes",
  title: "Kubernetes",
  icon: "kubernetes",
  group: "Cloud",
  fields: {
    certificate: longCredential("Kubeconfig", "certificate", {
      description: "Empty for the cluster that Quarterdeck runs in.",
    }).optional(),
  },
  async test({ certificate, insecure_tls }, trial) {
    const cluster = certificate ? clusterOf(certificate) : await ownCluster(trial.cluster);
    const service = serviceCall(trial, {
      name: "Kubernetes",
      address: cluster.address,
      credential: "the credentials in the kubeconfig",
      secrets: cluster.secrets,
      headers: cluster.headers,
      tls: { ...cluster.tls, insecure: insecure_tls || cluster.tls.insecure },
      right: "read the version of the cluster",
    });
    const { gitVersion } = await service.ask("/version", version);
    // Clusters before 1.28 cannot report the user.
    const who = await service.reply("/apis/authentication.k8s.io/v1/selfsubjectreviews", {
      json: { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" },
    });
    const named = review.safeParse(who.status === 201 ? who.json : undefined);
    return `Kubernetes ${gitVersion} at ${service.host}${named.success ? `, as ${named.data.status.userInfo.username}` : ""}`;
  },
});
