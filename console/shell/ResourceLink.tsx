import { Link } from "@tanstack/react-router";
import { Icon } from "#console/widgets/Icon.tsx";
import { useRegistry } from "./registry.ts";

interface ResourceLinkProps {
  /** Such as check, config or playbook. */
  kind: string;
  id: string;
  name: string;
}

/** Leads to a thing's page in the area that owns its kind; only its name where no area does. */
export function ResourceLink({ kind, id, name }: ResourceLinkProps) {
  const owner = useRegistry().resources.get(kind);
  if (!owner) return <span>{name}</span>;
  return (
    <Link
      to={owner.href(id)}
      title={name}
      className="inline-flex max-w-full items-center gap-1.5 text-link hover:underline"
    >
      <Icon name={owner.icon} size={14} className="text-muted" />
      <span className="truncate">{name}</span>
    </Link>
  );
}
