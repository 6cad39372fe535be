// Converts search results of the server for the palette.
import { ask } from "#console/client/call.ts";
import type { Finder, FoundThing } from "#console/shell/area.ts";
import { parseSelector } from "#lib/selector/selector.ts";
import { type FoundResource, type SearchKindName, searchResources } from "../contract.ts";

/** In display order. `kind` is the name that the owning area uses. */
const kinds: Readonly<Record<SearchKindName, { title: string; kind: string }>> = {
  configs: { title: "Catalog", kind: "config" },
  components: { title: "Components", kind: "component" },
  checks: { title: "Checks", kind: "check" },
  canaries: { title: "Canaries", kind: "canary" },
  playbooks: { title: "Playbooks", kind: "playbook" },
  connections: { title: "Connections", kind: "connection" },
};
const names = Object.keys(kinds) as SearchKindName[];

/** The maximum number of results per kind, since the palette is for a quick choice, not for complete lists. */
const SHOWN = 5;

export const find: Finder = async (text, signal) => {
  // Throws for invalid input before a request is sent.
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
