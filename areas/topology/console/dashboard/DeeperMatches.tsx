import { useQuery } from "@tanstack/react-query";
import { db, rows } from "#console/client/rows.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { titleOf } from "#lib/text/words.ts";
import { useCardLinks } from "../card/card-links.ts";
import type { TopologyDashboard } from "./use-topology.ts";

const MAX_FOUND = 24;

/** `of` is the component whose descendants are searched. */
const namedLike = (text: string, of: string | undefined) =>
  rows(["components", "named", text, of], () => {
    const found = db
      .from("components")
      .select("id,name,type,health")
      .is("deleted_at", null)
      .ilike("name", `%${text.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`)
      .order("name")
      .limit(MAX_FOUND);
    return of === undefined ? found : found.like("path", `%${of}%`);
  });

/** Components on all levels whose names contain the searched text, because cards show only two levels. */
export function DeeperMatches({
  dashboard: { of, filters, components, url, carried },
}: {
  dashboard: TopologyDashboard;
}) {
  const links = useCardLinks({ query: carried });
  const text = filters.text("search").trim();
  const { data } = useQuery({ ...namedLike(text, of), enabled: text !== "" && url.at === "" });
  if (text === "" || url.at !== "") return null;
  const shown = new Set(components?.flatMap(({ id, components: below = [] }) => [id, ...below.map((one) => one.id)]));
  const found = data?.filter(({ id }) => !shown.has(id)) ?? [];
  if (found.length === 0) return null;
  return (
    <section aria-label="Found on other levels" className="pt-4">
      <h2 className="mb-2 font-medium">Found on other levels</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-x-4 gap-y-1">
        {found.map(({ id, name, type, health }) => (
          <li key={id} className="flex h-6 min-w-0 items-center gap-1.5">
            <StatusMark meaning={health ?? "unknown"} />
            <span className="sr-only">{titleOf(health ?? "unknown")}: </span>
            <AddressLink href={links.component({ id })} className="flex min-w-0 hover:text-link hover:underline">
              <Truncated text={name} />
            </AddressLink>
            {type && <span className="shrink-0 text-meta text-muted">{type}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
