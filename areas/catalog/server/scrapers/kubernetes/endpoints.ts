// Collects the endpoints of each service, and the services of each load balancer address. Only EndpointSlices and
// Services contain these, so both are read before the relationships are computed.
import type { KubernetesApi, KubernetesObject, Selection } from "#areas/connections/server/index.ts";
import type { ItemReference } from "../../scrape/found.ts";
import { textsOf } from "./excluded.ts";
import { addressesOf } from "./object-fields.ts";

export interface Endpoint {
  kind: string;
  externalId: string;
}

export interface Endpoints {
  behind(namespace: string, service: string): readonly Endpoint[];
  balancing(address: string): readonly ItemReference[];
}

interface Reference {
  kind?: string;
  uid?: string;
}

/** Reads all EndpointSlices and Services. Failures are reported, and unreadable objects are left out. */
export async function gatherEndpoints(
  api: KubernetesApi,
  selection: Selection,
  report: (error: unknown, kind: string) => void,
): Promise<Endpoints> {
  const services = new Map<string, Map<string, Endpoint>>();
  const addresses = new Map<string, ItemReference[]>();
  const each = async (kind: string, apiVersion: string, take: (object: KubernetesObject) => void) => {
    try {
      const resource = await api.resource({ kind, apiVersion });
      if (!resource) return;
      for await (const { items } of api.pages(resource, selection)) for (const item of items) take(item);
    } catch (error) {
      report(error, kind);
    }
  };
  await each("EndpointSlice", "discovery.k8s.io/v1", ({ metadata, ...slice }) => {
    const service = textsOf(metadata["labels"])["kubernetes.io/service-name"];
    if (service === undefined) return;
    const key = `${metadata.namespace ?? ""}/${service}`;
    const known = services.get(key) ?? new Map<string, Endpoint>();
    services.set(key, known);
    for (const { targetRef } of (slice["endpoints"] ?? []) as { targetRef?: Reference }[])
      if (targetRef?.uid && targetRef.kind)
        known.set(targetRef.uid, { kind: targetRef.kind, externalId: targetRef.uid });
  });
  await each("Service", "v1", (object) => {
    for (const address of addressesOf(object)) {
      const item = { externalId: String(object.metadata["uid"]) };
      addresses.set(address, [...(addresses.get(address) ?? []), item]);
    }
  });
  return {
    behind: (namespace, service) =>
      [...(services.get(`${namespace}/${service}`)?.values() ?? [])].toSorted((a, b) =>
        a.externalId < b.externalId ? -1 : 1,
      ),
    balancing: (address) => addresses.get(address) ?? [],
  };
}
