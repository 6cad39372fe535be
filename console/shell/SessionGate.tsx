import { useQuery } from "@tanstack/react-query";
import { useMatches } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { AccessProvider } from "#console/access/AccessProvider.tsx";
import { sessionQuery } from "#console/access/session.ts";
import { chooseAnalytics } from "#console/analytics.ts";
import type { Property } from "#language/features.ts";
import { LastResort } from "./LastResort.tsx";
import { Provisioning } from "./Provisioning.tsx";
import { useRegistry } from "./registry.ts";
import { ShellSkeleton } from "./ShellSkeleton.tsx";

/** If no area defines properties, every feature is enabled. */
const noProperties = { queryKey: ["properties"], queryFn: (): readonly Property[] => [], initialData: [] };

/**
 * Renders its children once the session and the feature flags are loaded. Pages with `beforeFlags` do not wait for the
 * flags.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const { properties } = useRegistry();
  const session = useQuery(sessionQuery);
  const flags = useQuery<readonly Property[]>(properties?.() ?? noProperties);
  useEffect(() => chooseAnalytics(flags.data ?? []), [flags.data]);

  const needsFlags = !useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.page?.beforeFlags),
  });

  if (session.data?.state === "provisioning") return <Provisioning />;
  const failed = [session, ...(needsFlags ? [flags] : [])].find((query) => query.isError && query.data === undefined);
  if (failed) {
    const retry = () => void Promise.all([session.refetch(), flags.refetch()]);
    return <LastResort error={failed.error} retry={retry} isRetrying={failed.isFetching} />;
  }
  const isWaiting = needsFlags && flags.data === undefined;
  if (session.data?.state !== "signed-in" || isWaiting) return <ShellSkeleton />;
  return (
    <AccessProvider me={session.data.me} properties={flags.data}>
      {children}
    </AccessProvider>
  );
}
