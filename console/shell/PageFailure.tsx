import type { ErrorComponentProps } from "@tanstack/react-router";
import { ErrorPage } from "../widgets/error/ErrorPage.tsx";
import { Page } from "./Page.tsx";
import { useRetry } from "./use-retry.ts";

/** Stands where a page failed while it was drawn; the shell around it goes on. */
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
