// Reads fields of an object that may be missing or have a different type.
import type { KubernetesObject } from "#areas/connections/server/index.ts";
import { isFields } from "../../scrape/document.ts";

export const at = (value: unknown, key: string): unknown =>
  isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined;
export const listAt = (value: unknown, key: string): readonly unknown[] => {
  const found = at(value, key);
  return Array.isArray(found) ? found : [];
};
export const textAt = (value: unknown, key: string): string | undefined => {
  const found = at(value, key);
  return typeof found === "string" && found !== "" ? found : undefined;
};

/** Returns the load balancer addresses of a Service or an Ingress. */
export const addressesOf = (object: KubernetesObject): string[] =>
  listAt(at(at(object, "status"), "loadBalancer"), "ingress").flatMap((item) =>
    [textAt(item, "ip"), textAt(item, "hostname")].filter((address) => address !== undefined),
  );
