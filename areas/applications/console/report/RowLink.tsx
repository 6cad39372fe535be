import { Link } from "@tanstack/react-router";
import { useRegistry } from "#console/shell/registry.ts";

interface RowLinkProps {
  /** The kind of resource, such as config, check or incident. */
  kind: string;
  id: string;
  name: string;
}

/**
 * A link in a table of the report. Unlike ResourceLink it wraps long names, because paper cannot show the full name in
 * a tooltip.
 */
export function RowLink({ kind, id, name }: RowLinkProps) {
  const owner = useRegistry().resources.get(kind);
  if (!owner) return name;
  return (
    <Link to={owner.href(id)} className="text-link wrap-anywhere hover:underline paper:text-text">
      {name}
    </Link>
  );
}
