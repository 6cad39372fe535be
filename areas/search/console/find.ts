// What the server finds, as the palette shows it.
import { ask } from "#console/client/call.ts";
import type { Finder, FoundThing } from "#console/shell/area.ts";
import { parseSelector } from "#language/selector.ts";
import { type FoundResource, type SearchKindName, searchResources } from "../contract.ts";

/** In the order in which they are shown. `kind` is what the area that owns such things calls them. */
const kinds: Readonly<Record<SearchKindName, { title: string; kind: string }>> = {
  configs: { title: "Catalog", kind: "config" },
  components: { title: "Components", kind: "component" },
  checks: { title: "Checks", kind: "check" },
  canaries: { title: "Canaries", kind: "canary" },
  playbooks: { title: "Playbooks", kind: "playbook" },
  connections: { title: "Connections", kind: "connection" },
};
const names = Object.keys(kinds) as SearchKindName[];

/** Of each kind: a palette shows where to look further, not everything. */
const SHOWN = 5;

export const find: Finder = async (text, signal) => {
  // What cannot be read is not worth a journey.
  parseSelector(text);
  const asked = [{ agent: "all", search: text }];
  const body = { limit: SHOWN, closest: true, ...Object.fromEntries(names.map((name) => [name, asked])) };
  const answer = await ask(searchResources, { body }, { signal });
  return names.flatMap((name) => {
    const things = answer[name]?.map((found) => thingOf(kinds[name].kind, found)) ?? [];
    return things.length > 0 ? [{ title: kinds[name].title, things }] : [];
  });
};

const thingOf = (kind: string, { id, name, icon, type, namespace, tags, health }: FoundResource): FoundThing => ({
  kind,
  id,
  name,
  icon: icon || type || kind,
  detail: [type, namespace, tags?.["cluster"]].filter(Boolean).join(" · "),
  ...(health && { health }),
});
