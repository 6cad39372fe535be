import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ErrorPage } from "../widgets/error/ErrorPage.tsx";
import { isMissingCode } from "../widgets/error/use-automatic-retry.ts";
import { Page } from "./Page.tsx";

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

/**
 * Renders the failed part again. If a script could not be fetched, the page is reloaded, since browsers cache that
 * failure.
 */
function useRetry(error: unknown, reset: () => void) {
  const router = useRouter();
  return () => {
    if (isMissingCode(error)) return location.reload();
    reset();
    void router.invalidate();
  };
}
