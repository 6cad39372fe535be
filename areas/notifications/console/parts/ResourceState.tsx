import { Icon } from "#console/widgets/Icon.tsx";
import { Status } from "#console/widgets/badge/Badges.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { meaningOf } from "#console/widgets/badge/meaning.ts";
import { capitalise, splitCamelCase } from "#lib/text/words.ts";
import type { NotificationResource } from "#language/columns.ts";

interface StateProps {
  health: string | null;
  status: string | null;
}

/** Shows the health as a mark, with the status that the source reported. */
export function State({ health, status }: StateProps) {
  if (!health) return <Status status={status} />;
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-bottom">
      <StatusMark meaning={meaningOf(health)} />
      <span className="truncate">{capitalise(splitCamelCase(status || health))}</span>
    </span>
  );
}

/** The current state of a resource. */
export const CurrentState = ({ resource }: { resource: NotificationResource | null }) =>
  resource === null || resource.deleted_at !== null ? (
    <span className="text-muted">Deleted</span>
  ) : (
    <State health={resource.health} status={resource.status} />
  );

interface ChangedStateProps {
  /** The state at the time of the event. */
  before: StateProps;
  resource: NotificationResource | null;
}

/** The state at the time of the event and, if it differs, the current state. */
export function ChangedState({ before, resource }: ChangedStateProps) {
  const isSame =
    resource !== null &&
    resource.deleted_at === null &&
    resource.health === before.health &&
    (before.status === null || resource.status === before.status);
  const isUnknown = before.health === null && before.status === null;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {!isUnknown && <State {...before} />}
      {!isUnknown && !isSame && (
        <>
          <Icon name="arrow-right" size={14} className="text-muted" />
          <span className="sr-only">now</span>
        </>
      )}
      {(isUnknown || !isSame) && <CurrentState resource={resource} />}
    </span>
  );
}
