import { Link } from "@tanstack/react-router";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { countedChangesPath } from "../../parts/ChangeCount.tsx";
import { ConfigStatus } from "../../parts/ConfigStatus.tsx";
import { ConfigTypeIcon, typeLabel } from "../../parts/ConfigType.tsx";
import type { Related } from "./related-query.ts";

interface RelatedCardProps {
  related: Related;
  /** The tags of the item that the graph is about. */
  home: Related["tags"];
  href: string;
  tabIndex: 0 | -1;
}

/** At the smallest initial zoom of a graph, a 12 px font is drawn with 11 px. */
const SMALL = "text-[0.75rem] leading-5";

/** An item in the graph, with its type, status and recent changes. */
export function RelatedCard({ related, home, href, tabIndex }: RelatedCardProps) {
  const { id, name, type, status, health, deleted_at, changes, tags } = related;
  // Most related items have the same location as the item, which the header shows.
  const place = ["namespace", "cluster"].flatMap((key) => (tags?.[key] === home?.[key] ? [] : (tags?.[key] ?? [])));
  const about = [typeLabel(type), ...place].join(" · ");
  return (
    <div className="flex h-full flex-col justify-center gap-0.5 px-3">
      <span className="flex min-w-0 items-center gap-2">
        <Link
          to={href}
          tabIndex={tabIndex}
          draggable={false}
          className="flex min-w-0 font-medium hover:text-link hover:underline"
        >
          <Truncated text={name} />
        </Link>
      </span>
      <span className={`flex min-w-0 items-center gap-2 ${SMALL} text-muted`}>
        {(status !== null || health !== null || deleted_at !== null) && (
          <span className="flex min-w-0 shrink">
            <ConfigStatus status={status} health={health} deletedAt={deleted_at} />
          </span>
        )}
        {changes > 0 && (
          <AddressLink
            href={countedChangesPath(id)}
            tabIndex={tabIndex}
            draggable={false}
            title={`${changes.toLocaleString("en")} changes in 7 days`}
            className="ml-auto shrink-0 rounded-full bg-press px-1.5 text-text tabular-nums hover:underline"
          >
            {changes.toLocaleString("en")} {changes === 1 ? "change" : "changes"}
          </AddressLink>
        )}
      </span>
      <span title={about} className={`flex min-w-0 items-center gap-1.5 ${SMALL} text-muted`}>
        <ConfigTypeIcon type={type} />
        <span className="truncate">{about}</span>
      </span>
    </div>
  );
}
