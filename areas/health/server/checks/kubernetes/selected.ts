// Which objects are meant: those in these namespaces that fit.
import { isExact, matches, parseMatch, parsePattern, fits } from "#language/match.ts";
import { toSelector } from "#language/resource-selector.ts";
import { selects } from "#language/selector-match.ts";
import { Unreadable } from "#language/unreadable.ts";
import type { Selector } from "#language/selector.ts";
import type { KubernetesApi, KubernetesObject, KubernetesResource } from "../../../../connections/server/index.ts";
import { CheckInvalid } from "../../check-kind.ts";
import { judged, type Judged } from "./judged.ts";

/** Patterns of names are ours; label and field selectors are the cluster's own. */
export interface ObjectSelector {
  name?: string | undefined;
  labelSelector?: string | undefined;
  fieldSelector?: string | undefined;
  search?: string | undefined;
}

export interface Wanted {
  resource: KubernetesResource;
  namespaces: ObjectSelector | undefined;
  objects: ObjectSelector | undefined;
  ignore: readonly string[];
  /** Where it is looked when nobody says. */
  defaultNamespace: string;
}

/** More are not held in memory for one look. */
const most = 5_000;

export async function selectObjects(api: KubernetesApi, wanted: Wanted): Promise<Judged[]> {
  const { resource, objects = {}, ignore } = wanted;
  const isMeant = memberOf(objects);
  const only = exactNames(objects.name);
  const fieldSelector = [objects.fieldSelector, only?.length === 1 ? `metadata.name=${only[0]}` : ""]
    .filter(Boolean)
    .join(",");
  const places = await placesOf(api, wanted);
  const found: KubernetesObject[] = [];
  for (const namespace of places.of)
    found.push(...(await api.list(resource, { namespace, labelSelector: objects.labelSelector, fieldSelector, most })));
  const ignored = ignore.map(parsePattern);
  return found
    .filter(({ metadata }) => places.has(metadata.namespace ?? ""))
    .filter(({ metadata }) => !ignored.some((pattern) => fits(pattern, metadata.name)))
    .map(judged)
    .filter(isMeant);
}

interface Places {
  /** What is asked for; undefined is all of them at once. */
  of: readonly (string | undefined)[];
  has(namespace: string): boolean;
}

const everywhere: Places = { of: [undefined], has: () => true };

async function placesOf(api: KubernetesApi, { resource, namespaces = {}, defaultNamespace }: Wanted): Promise<Places> {
  if (!resource.isNamespaced) return everywhere;
  const { name = "", labelSelector, fieldSelector, search } = namespaces;
  const isByName = !labelSelector && !fieldSelector && !search;
  if (isByName && name.trim() === "") return { of: [defaultNamespace], has: () => true };
  const only = isByName ? exactNames(name) : undefined;
  if (only) return { of: only, has: () => true };
  const match = parseMatch(name);
  if (isByName) return { of: [undefined], has: (namespace) => matches(match, namespace) };
  const all = await api.list(namespaceResource, { labelSelector, fieldSelector, most });
  const isMeant = memberOf(namespaces);
  const meant = new Set(
    all
      .map(judged)
      .filter(isMeant)
      .map(({ metadata }) => metadata.name),
  );
  return { of: meant.size === 0 ? [] : [undefined], has: (namespace) => meant.has(namespace) };
}

const namespaceResource = { apiVersion: "v1", kind: "Namespace", plural: "namespaces", isNamespaced: false };

/** Undefined where some are meant by a pattern, or by not being others. */
function exactNames(name: string | undefined): string[] | undefined {
  const { include, exclude } = parseMatch(name ?? "");
  return include.length > 0 && exclude.length === 0 && include.every(isExact)
    ? include.map(([exact]) => exact!)
    : undefined;
}

/** By name and by search, in the language that the catalog is searched in. */
function memberOf({ name, search }: ObjectSelector): (object: Judged) => boolean {
  const selector = readSelector({ name, search });
  return (object) => selects(selector, asThing(object), { now: Date.now(), timeZone: "UTC" });
}

function readSelector(given: Pick<ObjectSelector, "name" | "search">): Selector {
  try {
    return toSelector(given);
  } catch (error) {
    if (error instanceof Unreadable) throw new CheckInvalid(`The search cannot be read: ${error.message}`);
    throw error;
  }
}

const asThing = ({ metadata, kind, healthStatus }: Judged) => ({
  ...metadata,
  created_at: metadata["creationTimestamp"],
  type: `Kubernetes::${kind}`,
  health: healthStatus.health,
  status: healthStatus.status,
});
