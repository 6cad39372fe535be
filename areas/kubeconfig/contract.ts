// The kubeconfig file for kubectl.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

export const aboutKubeconfig = call<Shape<typeof schema.aboutKubeconfig>>("GET", "/api/kubeconfig/about");

/** Creates an access token and returns a kubeconfig that contains it. */
export const kubeconfig = call<Shape<typeof schema.kubeconfig>>("GET", "/api/kubeconfig");
