import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { signedInHint } from "#console/access/signed-in-hint.ts";
import { usePreference } from "#console/preference.ts";
import { keepLive } from "#console/shell/live-state.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { Notice } from "#console/shell/Notice.tsx";
import { OutageNotice } from "#console/shell/OutageNotice.tsx";
import { usePageTitle } from "#console/shell/page-title.ts";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { Logo } from "#console/widgets/Logo.tsx";
import { Problem } from "#language/problem.ts";
import { checkPath } from "../../model.ts";
import type { Check } from "./check.ts";
import { Counters } from "./Counters.tsx";
import { DashboardBody } from "./DashboardBody.tsx";
import { RefreshControl } from "./RefreshControl.tsx";
import { sourceOf } from "./summary.ts";
import { useDashboard } from "./use-dashboard.ts";

const viewUrl = urlState({ source: text() });
const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** The health page for wall screens: without the shell, read-only, and from a configurable source. */
export function HealthView() {
  usePageTitle("Health");
  const [{ source }] = useUrl(viewUrl);
  const isSignedIn = usePreference(signedInHint);
  const cache = useQueryClient();
  // The live stream requires a session, so the page polls if views are public.
  useEffect(() => (isSignedIn ? keepLive(cache) : undefined), [isSignedIn, cache]);
  const dashboard = useDashboard({ source: sourceOf(source), isHeard: isSignedIn });
  const { summary, arrangement } = dashboard;
  const { error } = summary;
  // This page does not load feature flags; the server's response reports that the feature is disabled.
  const off = error instanceof Problem && error.status === 404 && "feature" in error.parts ? error : undefined;
  return (
    <div className="flex h-full flex-col">
      <OutageNotice />
      <header className="flex h-12 shrink-0 items-center gap-3 border-b border-line bg-surface px-4">
        <Logo size={20} />
        <h1 className="min-w-0 flex-1 truncate text-title font-semibold">Health</h1>
        <Counters tally={arrangement?.tally} className="max-shell:hidden" />
        {!off && <RefreshControl isFetching={summary.isFetching} reload={summary.reload} />}
      </header>
      <main className="relative min-h-0 flex-1">
        {off ? (
          <Notice
            title="Health is switched off"
            action={
              isSignedIn && (
                <span className="flex flex-wrap justify-center gap-2">
                  <AddressLink href="/" className={`${linkLook} border border-line bg-surface hover:bg-hover`}>
                    Go to the home page
                  </AddressLink>
                  <AddressLink
                    href={`/settings/feature-flags?flag=${String(off.parts["feature"])}.disable`}
                    className={`${linkLook} bg-accent text-on-accent hover:bg-accent-hover`}
                  >
                    Open the feature flag
                  </AddressLink>
                </span>
              )
            }
          >
            {off.message} {off.details ?? off.hint}
          </Notice>
        ) : (
          <DashboardBody dashboard={dashboard} agentNames={NO_NAMES} hrefOf={isSignedIn ? addressOf : undefined} />
        )}
      </main>
    </div>
  );
}

const linkLook = "inline-flex h-control items-center rounded-md px-3 font-medium transition-colors";

const addressOf = ({ id }: Check) => checkPath(id);
