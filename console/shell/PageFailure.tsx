import type { ErrorComponentProps } from "@tanstack/react-router";
import { ErrorPage } from "../widgets/error/ErrorPage.tsx";
import { Page } from "./Page.tsx";
import { useRetry } from "./use-retry.ts";

/** Replaces a page that failed while rendering; the shell around it keeps working. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const retry = useRetry(error, reset);
  return (
    <Page title="Error">
      <div className="mx-auto max-w-lg p-4 shell:pt-[16vh] shell:pb-12">
        <ErrorPage error={error} retry={retry} />
      </div>
    </Page>
  );
}
