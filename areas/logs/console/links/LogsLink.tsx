import { Link } from "@tanstack/react-router";
import { Icon } from "#console/widgets/Icon.tsx";

interface LogsLinkProps {
  /** The address of the Logs page with a component or backend and a time range. */
  href: string;
  /** Whether phones show only the icon, because the title next to it needs the space. */
  isIconOnPhones?: boolean;
}

/** A link to logs that looks like the buttons next to it. */
export const LogsLink = ({ href, isIconOnPhones = false }: LogsLinkProps) => (
  <Link
    to={href}
    className={`inline-flex h-control items-center gap-2 rounded-md border border-line bg-surface px-3 font-medium transition-colors hover:bg-hover ${isIconOnPhones ? "max-shell:w-control max-shell:justify-center max-shell:border-transparent max-shell:bg-transparent max-shell:px-0" : ""}`}
  >
    <Icon name="logs" size={14} />
    <span className={isIconOnPhones ? "max-shell:sr-only" : undefined}>Logs</span>
  </Link>
);
