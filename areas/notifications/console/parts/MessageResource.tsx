import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import type { NotificationResource } from "#language/columns.ts";

interface MessageResourceProps {
  /** If undefined, the name is shown without a link. */
  kind?: string;
  resource: NotificationResource | null;
  /** The name in the message, if the resource no longer exists. */
  name?: string | null;
  /** The number of messages, shown if there are several. */
  total?: number;
}

/** The resource of a message with a link to its page. */
export const MessageResource = ({ kind, resource, name, total = 1 }: MessageResourceProps) => (
  <span className="flex min-w-0 items-center gap-1.5">
    {resource && kind !== undefined ? (
      <ResourceLink kind={kind} id={resource.id} name={resource.name} />
    ) : resource ? (
      <Truncated text={resource.name} />
    ) : (
      <span className="truncate text-muted">{name ?? "Unknown"}</span>
    )}
    {total > 1 && (
      <span title="Messages" className="shrink-0 rounded-full bg-press px-1.5 text-meta text-muted tabular-nums">
        {total.toLocaleString("en")}
      </span>
    )}
  </span>
);
