// Selects the objects that match the selectors, in the selected namespaces.
import { isExact, matches, parseMatch, parsePattern, fits } from "#lib/text/match.ts";
import { toSelector } from "#language/resource-selector.ts";
import { selects } from "#lib/selector/selector-match.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import type { Selector } from "#lib/selector/selector.ts";
import type { KubernetesApi, KubernetesObject, KubernetesResource } from "#areas/connections/server/index.ts";
import { CheckInvalid } from "../../check-kind.ts";
import { judged, type Judged } from "./judged.ts";

/** Quarterdeck evaluates name patterns; the cluster evaluates label and field selectors. */
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
  /** The namespace to use if no namespace is selected. */
  defaultNamespace: string;
}

/** Maximum number of objects that a run holds in memory. */
const maxObjects = 5_000;

export async function selectObjects(api: KubernetesApi, wanted: Wanted): Promise<Judged[]> {
  const { resource, objects = {}, ignore } = wanted;
  const isSelected = memberOf(objects);
  const only = exactNames(objects.name);
  const fieldSelector = [objects.fieldSelector, only?.length === 1 ? `metadata.name=${only[0]}` : ""]
    .filter(Boolean)
    .join(",");
  const places = await placesOf(api, wanted);
  const found: KubernetesObject[] = [];
  for (const namespace of places.queried)
    found.push(
      ...(await api.list(resource, {
        namespace,
        labelSelector: objects.labelSelector,
        fieldSelector,
        most: maxObjects,
      })),
    );
  const ignored = ignore.map(parsePattern);
  return found
    .filter(({ metadata }) => places.has(metadata.namespace ?? ""))
    .filter(({ metadata }) => !ignored.some((pattern) => fits(pattern, metadata.name)))
    .map(judged)
    .filter(isSelected);
}

interface Places {
  /** The namespaces to list; undefined lists all at once. */
  queried: readonly (string | undefined)[];
  has(namespace: string): boolean;
}

const everywhere: Places = { queried: [undefined], has: () => true };

async function placesOf(api: KubernetesApi, { resource, namespaces = {}, defaultNamespace }: Wanted): Promise<Places> {
  if (!resource.isNamespaced) return everywhere;
  const { name = "", labelSelector, fieldSelector, search } = namespaces;
  const isByName = !labelSelector && !fieldSelector && !search;
  if (isByName && name.trim() === "") return { queried: [defaultNamespace], has: () => true };
  const only = isByName ? exactNames(name) : undefined;
  if (only) return { queried: only, has: () => true };
  const match = parseMatch(name);
  if (isByName) return { queried: [undefined], has: (namespace) => matches(match, namespace) };
  const all = await api.list(namespaceResource, { labelSelector, fieldSelector, most: maxObjects });
  const isSelected = memberOf(namespaces);
  const selected = new Set(
    all
      .map(judged)
      .filter(isSelected)
      .map(({ metadata }) => metadata.name),
  );
  return { queried: selected.size === 0 ? [] : [undefined], has: (namespace) => selected.has(namespace) };
}

const namespaceResource = { apiVersion: "v1", kind: "Namespace", plural: "namespaces", isNamespaced: false };

/** Returns undefined when the name contains patterns or exclusions. */
function exactNames(name: string | undefined): string[] | undefined {
  const { include, exclude } = parseMatch(name ?? "");
  return include.length > 0 && exclude.length === 0 && include.every(isExact)
    ? include.map(([exact]) => exact!)
    : undefined;
}

/** Matches by name and by search, in the search language of the catalog. */
function memberOf({ name, search }: ObjectSelector): (object: Judged) => boolean {
  const selector = readSelector({ name, search });
  return (object) => selects(selector, asThing(object), { now: Date.now(), timeZone: "UTC" });
}

function readSelector(written: Pick<ObjectSelector, "name" | "search">): Selector {
  try {
    return toSelector(written);
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
