import { Link } from "@tanstack/react-router";
import { Icon } from "#console/widgets/Icon.tsx";

interface LogsLinkProps {
  /** The address of the Logs page with a component or backend and a time range. */
  href: string;
}

/** A link to logs that looks like the buttons next to it. */
export const LogsLink = ({ href }: LogsLinkProps) => (
  <Link
    to={href}
    className="inline-flex h-control items-center gap-2 rounded-md border border-line bg-surface px-3 font-medium transition-colors hover:bg-hover"
  >
    <Icon name="logs" size={14} />
    Logs
  </Link>
);
