import { Link } from "@tanstack/react-router";
import { useRegistry } from "#console/shell/registry.ts";

interface RowLinkProps {
  /** The kind of resource, such as config, check or incident. */
  kind: string;
  id: string;
  name: string;
}

/** A link in a table of the report. Unlike ResourceLink it wraps long names, because paper has no hover to show the rest. */
export function RowLink({ kind, id, name }: RowLinkProps) {
  const owner = useRegistry().resources.get(kind);
  if (!owner) return name;
  return (
    <Link to={owner.href(id)} className="text-link wrap-anywhere hover:underline paper:text-text">
      {name}
    </Link>
  );
}
