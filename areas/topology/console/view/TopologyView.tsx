import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { signedInHint } from "#console/access/signed-in-hint.ts";
import { callOptions } from "#console/client/call.ts";
import { usePreference } from "#console/preference.ts";
import { isId } from "#console/resources/resource-client.ts";
import { keepLive } from "#console/shell/live-state.ts";
import { Notice } from "#console/shell/Notice.tsx";
import { OutageNotice } from "#console/shell/OutageNotice.tsx";
import { useWholeTitle } from "#console/shell/page-title.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { CardsSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { topology } from "../../contract.ts";
import { publicCardLinks } from "../card/card-links.ts";
import { ComponentCard } from "../card/ComponentCard.tsx";

/** The live stream requires a session, so the page polls if views are public. */
const POLL_MS = 30_000;
const LIVE: readonly string[] = ["components", "component_relationships"];
const NOTHING: readonly string[] = [];

/**
 * The card of a component for wall screens and other sites: without the shell, and without a session if views are
 * public.
 */
export function TopologyView() {
  const { id = "" } = useParams({ strict: false });
  const isSignedIn = usePreference(signedInHint);
  const cache = useQueryClient();
  useEffect(() => (isSignedIn ? keepLive(cache) : undefined), [isSignedIn, cache]);
  const found = useQuery({
    ...callOptions(topology, { query: { id, depth: "1" } }),
    enabled: isId(id),
    refetchInterval: isSignedIn ? false : POLL_MS,
  });
  useFollowed(found, { relations: isId(id) ? LIVE : NOTHING });
  const component = found.data?.components[0];
  const isMissing = !isId(id) || (found.isSuccess && !component);
  const title = component ? component.text || component.name : isMissing ? "Component not found" : "Topology";
  useWholeTitle(title);
  return (
    <div className="flex min-h-full flex-col">
      <OutageNotice />
      <main className="mx-auto w-full max-w-[calc(356px+2rem)] p-4">
        {/* The card shows the name, so this heading is for screen readers only. */}
        {!isMissing && <h1 className="sr-only">{title}</h1>}
        {component ? (
          <ComponentCard component={component} links={publicCardLinks} />
        ) : isMissing ? (
          <Notice title="Component not found">
            The component does not exist, was deleted, or you do not have permission to see it. Check the id in the
            address.
          </Notice>
        ) : found.isError ? (
          <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />
        ) : (
          <CardsSkeleton label="the component" cards={1} />
        )}
      </main>
    </div>
  );
}
