import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { Icon } from "#console/widgets/Icon.tsx";
import { Tags } from "#console/widgets/Tags.tsx";
import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { capitalise, splitCamelCase } from "#language/words.ts";
import { LOCAL_AGENT } from "../parts/agents.ts";
import { configPath } from "../parts/config-path.ts";
import { typeLabel } from "../parts/config-type.ts";
import { type Ancestor, ancestorsOf, type Item } from "./item-query.ts";
import { ItemActions } from "./ItemActions.tsx";

/** What it is, what it is part of, and how it is. */
export function ItemHeader({ item }: { item: Item }) {
  const { icon, type, path, created_at, deleted_at, agent_id, agent_name, tags } = item;
  const { data: ancestors = [] } = useQuery(ancestorsOf(path));
  return (
    <div className="flex shrink-0 flex-col gap-2 px-4 pt-3 pb-1">
      <div className="flex items-start gap-x-3 gap-y-2 max-shell:flex-wrap">
        <span title={type} className="mt-0.5 flex text-muted">
          <TechnologyIcon name={type} secondary={icon} size={24} />
        </span>
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <Way ancestors={ancestors} type={type} />
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-muted">
            {deleted_at === null ? <How item={item} /> : <Gone at={deleted_at} reason={item.delete_reason} />}
            {/* On a small screen the details say it. */}
            <span className="max-shell:hidden">
              Created <Age since={created_at} />
            </span>
            {agent_id !== LOCAL_AGENT && <span title={`Agent: ${agent_name}`}>on {agent_name}</span>}
          </div>
        </div>
        <ItemActions item={item} />
      </div>
      <Tags tags={tags} />
    </div>
  );
}

/** The item's own name is the title of the page. */
const Way = ({ ancestors, type }: { ancestors: readonly Ancestor[]; type: string }) => (
  <nav aria-label="Part of" className="min-w-0">
    <ol className="flex min-w-0 flex-wrap items-center gap-y-0.5">
      {ancestors.map(({ id, name, type: of }) => (
        <Fragment key={id}>
          <li className="flex max-w-60 min-w-0">
            <Link
              to={configPath(id)}
              title={`${typeLabel(of)}: ${name}`}
              className="truncate text-link hover:underline"
            >
              {name}
            </Link>
          </li>
          <li aria-hidden className="flex">
            <Icon name="chevron-right" size={14} className="mx-1 text-faint" />
          </li>
        </Fragment>
      ))}
      <li title={type} className="truncate font-medium">
        {typeLabel(type)}
      </li>
    </ol>
  </nav>
);

const looks = {
  healthy: "text-healthy-text",
  unhealthy: "text-unhealthy-text",
  warning: "text-warning-text",
  unknown: "text-unknown-text",
};

/** Its health as a mark and a colour, its status in the source's own words. */
export function How({ item: { health, status } }: { item: Pick<Item, "health" | "status"> }) {
  const meaning = health ?? "unknown";
  return (
    <span className={`inline-flex max-w-full min-w-0 items-start gap-1.5 font-medium ${looks[meaning]}`}>
      <span className="flex h-5 items-center">
        <StatusMark meaning={meaning} />
      </span>
      {status !== null && status !== "" && health !== null && <span className="sr-only">{capitalise(health)}: </span>}
      <span className="min-w-0 wrap-anywhere">{status ? capitalise(splitCamelCase(status)) : capitalise(meaning)}</span>
    </span>
  );
}

const reasons: Readonly<Record<string, string>> = {
  STALE: "its scraper no longer finds it",
  FROM_ATTRIBUTE: "its source says so",
  FROM_DELETE_FIELD: "its source says so",
  FROM_EVENT: "an event said so",
  SCRAPER_DELETED: "its scraper was deleted",
};

const Gone = ({ at, reason }: { at: string; reason: string | null }) => (
  <span className="inline-flex min-w-0 items-start gap-1.5 font-medium text-unhealthy-text">
    <span className="flex h-5 items-center">
      <Icon name="trash-2" size={14} />
    </span>
    <span>
      Deleted <Age since={at} />
      {reason !== null && `: ${reasons[reason] ?? reason}`}
    </span>
  </span>
);
