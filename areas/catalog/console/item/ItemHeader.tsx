import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Slot } from "#console/shell/Slot.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Tags } from "#console/widgets/Tags.tsx";
import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { capitalise, splitCamelCase } from "#lib/text/words.ts";
import { localAgent } from "#language/local-agent.ts";
import { configPath } from "../parts/config-path.ts";
import { typeLabel } from "../parts/ConfigType.tsx";
import { type Ancestor, ancestorsOf, type Item } from "./item-query.ts";
import { ItemActions } from "./ItemActions.tsx";
import { LastChange } from "./LastChange.tsx";

interface ItemHeaderProps {
  item: Item;
  /** Whether the details, which contain the tags, are shown next to the header. */
  hasDetails: boolean;
}

/** The health of an item with its reason; below it, in small text, the item's type, location and last change. */
export function ItemHeader({ item, hasDetails }: ItemHeaderProps) {
  const { name, icon, type, path, description, deleted_at, agent_id, agent_name, tags } = item;
  const { data: ancestors = [] } = useQuery(ancestorsOf(path));
  const isCalm = item.health !== "unhealthy" && item.health !== "warning";
  const checks = deleted_at === null && (item.summary["checks"] ?? 0) > 0 && (
    <Slot name="config.status" of={{ id: item.id }} />
  );
  return (
    <div className="flex shrink-0 flex-col gap-1 px-4 pt-3 pb-2 max-shell:pt-2 max-shell:pb-1">
      {/* The whole name: a breadcrumb would truncate it. */}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 shell:grid-cols-[auto_minmax(0,1fr)_auto]">
        <span aria-hidden className="self-center text-title font-semibold wrap-anywhere line-clamp-3 shell:max-w-160">
          {name}
        </span>
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 self-center max-shell:order-1 max-shell:col-span-2">
          {isCalm && checks}
          {/* If checks fail, a good health is shown in small text, and an unknown health is not shown. */}
          <span
            className={`flex max-w-full text-title font-semibold not-first:text-base not-first:font-normal ${isUnknown(item) ? "not-first:hidden" : ""}`}
          >
            {deleted_at !== null ? (
              <Deleted at={deleted_at} reason={item.delete_reason} />
            ) : (
              <>
                {/* After the failing checks it must be clear that this is the health of the item. */}
                <span className="mr-1.5 hidden shrink-0 text-muted [:not(:first-child)>&]:inline">
                  {typeLabel(type)}:
                </span>
                <ItemStatus item={item} size={16} />
              </>
            )}
          </span>
          {!isCalm && checks}
          {deleted_at === null && description && (
            <span title={description} className="line-clamp-2 min-w-0 wrap-anywhere">
              {description}
            </span>
          )}
        </div>
        <ItemActions item={item} />
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-muted max-shell:gap-y-0 max-shell:text-meta max-shell:leading-6">
        <div className="flex max-w-full min-w-0 items-start gap-2">
          <span className="flex h-lh items-center max-shell:hidden">
            <TechnologyIcon name={type} secondary={icon} />
          </span>
          {/* Shows where the item is located. This is not the breadcrumb of the page. */}
          <Ancestors ancestors={ancestors} type={type} />
        </div>
        <LastChange id={item.id} />
        {agent_id !== localAgent && <span title={`Agent: ${agent_name}`}>on {agent_name}</span>}
        {!hasDetails && (
          // On a small screen the tags are among the details.
          <div className="min-w-0 flex-1 basis-60 max-shell:hidden">
            <Tags tags={withoutNames(tags, ancestors)} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Returns the tags whose value is not the name of an ancestor, because the ancestors are shown next to the tags. */
const withoutNames = (tags: Item["tags"], ancestors: readonly Ancestor[]) =>
  Object.fromEntries(Object.entries(tags ?? {}).filter(([, value]) => ancestors.every(({ name }) => name !== value)));

const isUnknown = ({ health, status, deleted_at }: Item) =>
  deleted_at === null && !status && (health === null || health === "unknown");

/** The type and the ancestors, "Deployment in cluster › namespace"; the name of the item is the title of the page. */
const Ancestors = ({ ancestors, type }: { ancestors: readonly Ancestor[]; type: string }) => (
  <nav aria-label="Part of" className="min-w-0">
    <ol className="flex min-w-0 flex-wrap items-center gap-y-0.5">
      <li title={type} className="shrink-0 text-muted">
        {typeLabel(type)}
        {ancestors.length > 0 && <span className="mx-1">in</span>}
      </li>
      {ancestors.map(({ id, name, type: ancestorType }, index) => (
        <li key={id} className="flex max-w-60 min-w-0 items-center">
          <Link
            to={configPath(id)}
            title={`${typeLabel(ancestorType)}: ${name}`}
            className="flex min-w-0 text-link hover:underline"
          >
            <Truncated text={name} />
          </Link>
          {index < ancestors.length - 1 && (
            <Icon name="chevron-right" size={14} className="mx-1 text-faint max-shell:mx-0" />
          )}
        </li>
      ))}
    </ol>
  </nav>
);

const looks = {
  healthy: "text-healthy-text",
  unhealthy: "text-unhealthy-text",
  warning: "text-warning-text",
  unknown: "text-unknown-text",
};

interface ItemStatusProps {
  item: Pick<Item, "health" | "status">;
  size?: 14 | 16;
}

/** The health as a mark and a colour, and the status that the source reports. */
export function ItemStatus({ item: { health, status }, size = 14 }: ItemStatusProps) {
  const meaning = health ?? "unknown";
  return (
    <span className={`inline-flex max-w-full min-w-0 items-start gap-1.5 ${looks[meaning]}`}>
      <span className="flex h-lh items-center">
        <StatusMark meaning={meaning} size={size} />
      </span>
      {status !== null && status !== "" && health !== null && <span className="sr-only">{capitalise(health)}: </span>}
      <span className="min-w-0 wrap-anywhere">{status ? capitalise(splitCamelCase(status)) : capitalise(meaning)}</span>
    </span>
  );
}

const reasons: Readonly<Record<string, string>> = {
  STALE: "its scraper no longer finds it",
  FROM_ATTRIBUTE: "reported by its source",
  FROM_DELETE_FIELD: "reported by its source",
  FROM_EVENT: "reported by an event",
  SCRAPER_DELETED: "its scraper was deleted",
};

const Deleted = ({ at, reason }: { at: string; reason: string | null }) => (
  <span className="inline-flex min-w-0 items-start gap-1.5 text-unhealthy-text">
    <span className="flex h-lh items-center">
      <Icon name="trash-2" size={16} />
    </span>
    <span>
      Deleted <Age since={at} />
      {reason !== null && `: ${reasons[reason] ?? reason}`}
    </span>
  </span>
);
