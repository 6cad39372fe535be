// Ways to a Kubernetes cluster that manifests in use name and that we do not have. Ignored, they would lead to the cluster that
// Quarterdeck runs in.
import { refused } from "./parts.ts";

const instead = "is not supported: give a kubeconfig or a connection with a token in it, and remove this field";

export const cloudClusters = { eks: refused(instead), gke: refused(instead), cnrm: refused(instead) };
