// Converts search results of the server for the palette.
import { ask } from "#console/client/call.ts";
import type { Finder, FoundThing } from "#console/shell/area.ts";
import { parseSelector } from "#lib/selector/selector.ts";
import { type FoundResource, type SearchKindName, searchResources } from "../contract.ts";

/** The kinds, in display order. `kind` is the name that the owning area uses. */
const kinds: Readonly<Record<SearchKindName, { title: string; kind: string }>> = {
  checks: { title: "Checks", kind: "check" },
  configs: { title: "Catalog", kind: "config" },
  components: { title: "Components", kind: "component" },
  canaries: { title: "Canaries", kind: "canary" },
  playbooks: { title: "Playbooks", kind: "playbook" },
  connections: { title: "Connections", kind: "connection" },
};
const names = Object.keys(kinds) as SearchKindName[];

/** The maximum number of results per kind, because the palette is for quick choices, not for complete lists. */
const SHOWN = 5;

export const find: Finder = async (text, signal) => {
  // Throws for invalid input before a request is sent.
  parseSelector(text);
  const asked = [{ agent: "all", search: text }];
  const body = { limit: SHOWN, closest: true, ...Object.fromEntries(names.map((name) => [name, asked])) };
  const failing = [{ agent: "all", search: `${text} health=unhealthy` }];
  const [answer, { checks = [] }] = await Promise.all([
    ask(searchResources, { body }, { signal }),
    ask(searchResources, { body: { limit: SHOWN, closest: true, checks: failing } }, { signal }),
  ]);
  answer.checks &&= failingFirst([...checks, ...answer.checks]);
  return names.flatMap((name) => {
    const things = answer[name]?.map((found) => thingOf(kinds[name].kind, found)) ?? [];
    return things.length > 0 ? [{ title: kinds[name].title, things }] : [];
  });
};

/** Returns each check once, up to the number that the palette shows. */
export function failingFirst(checks: readonly FoundResource[]): FoundResource[] {
  const unique = [...new Map(checks.map((check) => [check.id, check])).values()];
  const rank = ({ health }: FoundResource) => Number(health !== "unhealthy");
  return unique.sort((one, other) => rank(one) - rank(other)).slice(0, SHOWN);
}

const thingOf = (kind: string, { id, name, icon, type, namespace, tags, health }: FoundResource): FoundThing => ({
  kind,
  id,
  name,
  icon: icon || type || kind,
  // The namespace and the cluster distinguish items of the same name, so the provider of the type is left out.
  detail: [type?.replace(/^Kubernetes::/, ""), namespace, tags?.["cluster"]].filter(Boolean).join(" · "),
  ...(health && { health }),
});
