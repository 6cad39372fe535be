// Excludes objects from a scrape if the scraper spec excludes them, if their annotations exclude them, or if their kind
// changes constantly.
import { fits, matches, parseMatch, parsePattern } from "#lib/text/match.ts";
import type { KubernetesObject, KubernetesResource } from "#areas/connections/server/index.ts";
import type { KubernetesSpec } from "./spec.ts";

const annotation = "config-db.flanksource.com";

/** Kinds that contain liveness data or current state, but no configuration. */
const fleeting = new Set(["Lease", "ComponentStatus", "Event", "EndpointSlice", "Endpoints"]);
const fleetingGroups = /^(?:metrics\.k8s\.io|custom\.metrics\.k8s\.io|external\.metrics\.k8s\.io|events\.k8s\.io)\//;

/** Older clusters serve some kinds both in this group and in a newer group. */
const olderGroup = "extensions/";

/** Whether namespaced or cluster-wide objects are in the scope of the spec. */
export const inScope =
  ({ scope, namespace }: Pick<KubernetesSpec, "scope" | "namespace">) =>
  (isNamespaced: boolean): boolean =>
    isNamespaced ? scope !== "cluster" : !namespace && (scope === undefined || scope === "cluster");

export function wantedResources(all: readonly KubernetesResource[], spec: KubernetesSpec) {
  const named = matchOf(spec.exclusions?.kind);
  const isInScope = inScope(spec);
  const newer = new Set(all.filter((item) => !item.apiVersion.startsWith(olderGroup)).map(({ kind }) => kind));
  return all.filter(
    ({ apiVersion, kind, verbs, isNamespaced }) =>
      (verbs ?? ["list"]).includes("list") &&
      kind !== "" &&
      !fleeting.has(kind) &&
      !fleetingGroups.test(apiVersion) &&
      !(apiVersion.startsWith(olderGroup) && newer.has(kind)) &&
      isInScope(isNamespaced) &&
      !named(kind),
  );
}

export function excludedBy({ exclusions }: KubernetesSpec): (object: KubernetesObject) => boolean {
  const [name, namespace, kind] = [exclusions?.name, exclusions?.namespace, exclusions?.kind].map(matchOf);
  const labels = Object.entries(exclusions?.labels ?? {}).map(([key, value]) => [key, parsePattern(value)] as const);
  return ({ kind: own, metadata }) => {
    const has = textsOf(metadata["labels"]);
    return (
      name!(metadata.name) ||
      (metadata.namespace !== undefined && namespace!(metadata.namespace)) ||
      kind!(own) ||
      labels.some(([key, pattern]) => has[key] !== undefined && fits(pattern, has[key])) ||
      isTrue(textsOf(metadata["annotations"])[`${annotation}/ignore`])
    );
  };
}

/** The changes that the annotations of an object exclude. */
export function ignoredChanges({ metadata }: KubernetesObject): IgnoredChanges | undefined {
  const annotations = textsOf(metadata["annotations"]);
  const [types, severities] = [
    annotations[`${annotation}/ignore-changes`],
    annotations[`${annotation}/ignore-change-severity`],
  ];
  if (types === undefined && severities === undefined) return undefined;
  const [matchesType, matchesSeverity] = [types, severities].map((item) =>
    matchOf(item === undefined ? undefined : [item]),
  );
  return ({ type, severity }) => matchesType!(type) || (severity !== undefined && matchesSeverity!(severity));
}

export type IgnoredChanges = (change: { type: string; severity?: string | undefined }) => boolean;

/** Returns the tags of the annotation, written as `a=b,c=d`. */
export const ownTags = ({ metadata }: KubernetesObject): Record<string, string> =>
  Object.fromEntries(
    (textsOf(metadata["annotations"])[`${annotation}/tags`] ?? "").split(",").flatMap((item) => {
      const [key, value] = item.split("=").map((part) => part.trim());
      return key && value ? [[key, value] as const] : [];
    }),
  );

/** An empty list of patterns matches nothing. */
export function matchOf(written: readonly string[] | undefined): (value: string) => boolean {
  if (!written || written.length === 0) return () => false;
  const match = parseMatch(written.join(","));
  return (value) => matches(match, value);
}

export const textsOf = (value: unknown): Readonly<Record<string, string>> =>
  typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).filter((item): item is [string, string] => typeof item[1] === "string"))
    : {};

const isTrue = (text: string | undefined) => text !== undefined && /^(?:true|yes|1)$/i.test(text.trim());
