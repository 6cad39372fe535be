// The name of a check and of a group, each with its icon.
import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { displayName } from "../../model.ts";
import { UnknownGroupMark, UnknownMark } from "../UnknownMark.tsx";
import type { Check } from "./check.ts";

interface CheckNameProps {
  check: Check;
}

/** The folders of a name are lighter and truncated first, because the end distinguishes the check from others. */
export function CheckName({ check }: CheckNameProps) {
  const { icon, type, namespace, deleted_at } = check;
  const full = displayName(check);
  const name = namespace && full.startsWith(`${namespace}/`) ? full.slice(namespace.length + 1) : full;
  const end = name.lastIndexOf("/") + 1;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <AnyIcon name={icon || type} fallback="heart-pulse" className="size-4 shrink-0" />
      <span title={namespace ? `${full} (${namespace})` : full} className="flex min-w-0 whitespace-pre">
        {end > 0 && <span className="min-w-0 shrink-[1000] truncate text-faint">{name.slice(0, end)}</span>}
        <span className="flex min-w-0">
          <Truncated text={name.slice(end)} />
        </span>
      </span>
      <UnknownMark check={check} />
      {deleted_at !== null && deleted_at !== undefined && (
        <span title="Deleted" className="inline-flex text-faint">
          <Icon name="trash-2" size={14} />
          <span className="sr-only">Deleted</span>
        </span>
      )}
    </span>
  );
}

interface GroupNameProps {
  title: string;
  checks: readonly Check[];
  /** Leaves out the icon, so that a long name is shown whole on a phone. */
  hasIcon?: boolean;
}

/** Shows the icon that all checks of a group share. */
export function GroupName({ title, checks, hasIcon = true }: GroupNameProps) {
  const icons = new Set(checks.map(({ icon, type }) => icon || type));
  const [icon] = icons;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {!hasIcon ? null : icons.size === 1 && icon ? (
        <AnyIcon name={icon} fallback="heart-pulse" className="size-4 shrink-0" />
      ) : (
        <Icon name="heart-pulse" className="text-faint" />
      )}
      <span className="flex min-w-0">
        <Truncated text={title} />
      </span>
      <UnknownGroupMark checks={checks} />
    </span>
  );
}
