// Ways to reach a Kubernetes cluster that existing manifests use and that are not supported. If they were ignored, the cluster that
// Quarterdeck runs in would be used instead.
import { refused } from "./parts.ts";

const instead = "is not supported: give a kubeconfig or a connection with a token in it, and remove this field";

export const cloudClusters = { eks: refused(instead), gke: refused(instead), cnrm: refused(instead) };
