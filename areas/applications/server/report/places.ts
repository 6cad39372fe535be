// Builds the parts of a report that need no further queries: locations, cost, version and repositories.
import type { Report } from "../../contract.ts";
import type { ApplicationSpec } from "../spec/application-spec.ts";
import type { Item, Match } from "./mapped-items.ts";

type Location = Report["locations"][number];
type Property = NonNullable<ApplicationSpec["properties"]>[number];

const providers: Readonly<Record<string, string>> = {
  aws: "AWS",
  azure: "Azure",
  gcp: "GCP",
  kubernetes: "Kubernetes",
};

/** The provider is the first part of the type, such as AWS in AWS::EC2::Instance. */
function providerOf(type: string): string {
  const [first = ""] = type.split("::");
  return providers[first.toLowerCase()] ?? first;
}

const first = (values: Item["tags"], ...keys: readonly string[]) =>
  keys.map((key) => values?.[key]).find((value) => value) ?? "";

/** Groups the config items of the environments by environment, purpose, cluster, account, region and provider. */
export function locationsOf(matches: readonly Match[]): Location[] {
  const found = new Map<string, Location & { ids: Set<string> }>();
  for (const { group, of, purpose, items } of matches)
    if (group === "environments")
      for (const { id, type, tags, labels } of items) {
        const place = {
          type: of,
          purpose,
          name: first(tags, "cluster", "zone"),
          account: first(tags, "account-name", "account", "subscription", "project"),
          region: first(tags, "region") || first(labels, "topology.kubernetes.io/region"),
          provider: providerOf(type),
        };
        const key = JSON.stringify(Object.values(place));
        const known = found.get(key) ?? { ...place, resourceCount: 0, ids: new Set() };
        known.ids.add(id);
        found.set(key, known);
      }
  return [...found.values()].map(({ ids, ...place }) => ({ ...place, resourceCount: ids.size }));
}

const days = { month: 30, year: 365 };

/** Returns undefined if no item has a cost. */
export function costOf(items: readonly Item[]): Report["cost"] | undefined {
  const costs = items.filter(({ cost_total_30d: month, cost_total_1d: day }) => month !== null || day !== null);
  if (costs.length === 0) return undefined;
  const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0);
  const rounded = (value: number) => Math.round(value * 100) / 100;
  const monthly = sum(costs.map(({ cost_total_30d: month }) => month));
  return {
    daily: rounded(sum(costs.map(({ cost_total_1d: day }) => day))),
    monthly: rounded(monthly),
    annual: rounded((monthly / days.month) * days.year),
  };
}

export function propertiesOf(properties: readonly Property[] = []): Report["properties"] {
  return properties
    .toSorted((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || 0)
    .map(({ links = [], ...property }) => ({ ...property, links }));
}

const textOf = ({ text, value }: Property) => text ?? (value === undefined ? undefined : String(value));

/** The value of the property with this name. */
export const namedProperty = (properties: readonly Property[] | undefined, name: string) =>
  properties?.filter((property) => property.name?.toLowerCase() === name.toLowerCase()).map(textOf)[0];

const versionFields = ["released", "deployed", "gitTag", "repoName", "createdBy", "authorizedBy"] as const;

/** Labels that deployment tools set. */
const versionLabels = ["app.kubernetes.io/version", "version"] as const;

/**
 * Reads the version from the properties of the application, or else from the labels of the config item that changed
 * last. Returns undefined if neither contains a version.
 */
export function versionOf(
  properties: readonly Property[] | undefined,
  matches: readonly Match[],
): Report["version"] | undefined {
  const labelled = matches
    .filter(({ group }) => group === "environments")
    .flatMap(({ items }) => items)
    .filter(({ labels }) => first(labels, ...versionLabels) !== "")
    .toSorted((a, b) => ((a.updated_at ?? a.created_at) < (b.updated_at ?? b.created_at) ? 1 : -1))[0];
  const number = namedProperty(properties, "version") ?? (labelled && first(labelled.labels, ...versionLabels));
  const entries = [
    ["number", number],
    ...versionFields.map((field) => [field, namedProperty(properties, field)] as const),
  ].filter(([, value]) => value !== undefined && value !== "");
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Report["version"]);
}

const hosts: readonly [RegExp, string][] = [
  [/(?:^|\.)github\./, "GitHub"],
  [/(?:^|\.)gitlab\./, "GitLab"],
  [/(?:^dev\.azure\.com|\.visualstudio\.com)$/, "Azure DevOps"],
];

/** The links in properties that lead to GitHub, GitLab or Azure DevOps. */
export function repositoriesOf(properties: readonly Property[] = []): Report["repositories"] {
  const urls = new Set(properties.flatMap(({ links = [] }) => links.flatMap(({ url }) => url ?? [])));
  return [...urls].flatMap((url) => {
    const address = URL.parse(url);
    const type =
      address && /^https?:$/.test(address.protocol) && hosts.find(([host]) => host.test(address.hostname))?.[1];
    return type ? [{ type, url, name: address.pathname.replaceAll(/^\/|\/$|\.git$/g, "") }] : [];
  });
}
