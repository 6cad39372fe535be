import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AccessProvider } from "#console/access/AccessProvider.tsx";
import { sessionQuery } from "#console/access/session.ts";
import type { Property } from "#language/features.ts";
import { ErrorPage } from "./ErrorPage.tsx";
import { useRegistry } from "./registry.ts";
import { ShellSkeleton } from "./ShellSkeleton.tsx";

const NONE: readonly Property[] = [];

/** Shows its children once it is known who is there and which features are on. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { properties } = useRegistry();
  const session = useQuery(sessionQuery);
  const flags = useQuery<readonly Property[]>(
    properties?.() ?? { queryKey: ["properties"], initialData: NONE, enabled: false },
  );

  const failed = [session, flags].find((query) => query.isError && query.data === undefined);
  if (failed) {
    return (
      <div className="mx-auto flex min-h-full max-w-3xl items-center p-4">
        <ErrorPage
          error={failed.error}
          retry={() => void Promise.all([session.refetch(), flags.refetch()])}
          isRetrying={failed.isFetching}
        />
      </div>
    );
  }
  if (session.data?.state !== "signed-in" || flags.data === undefined) return <ShellSkeleton />;
  return (
    <AccessProvider me={session.data.me} properties={flags.data}>
      {children}
    </AccessProvider>
  );
}
