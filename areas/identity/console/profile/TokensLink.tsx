import { Link } from "@tanstack/react-router";
import { useHasPage } from "#console/shell/registry.ts";
import { Icon } from "#console/widgets/Icon.tsx";

const TOKENS = "/settings/tokens";

/** A link to the user's own access tokens, for people without a settings menu. */
export function TokensLink() {
  if (!useHasPage(TOKENS)) return null;
  return (
    <Link
      to={TOKENS}
      className="flex items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 hover:bg-hover"
    >
      <Icon name="key-round" className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">Access tokens</span>
        <span className="block text-muted">For programs and scripts</span>
      </span>
      <Icon name="chevron-right" size={14} className="text-faint" />
    </Link>
  );
}
