import { useRouter } from "@tanstack/react-router";
import { isMissingCode } from "../widgets/error/missing-code.ts";

/**
 * Renders the failed part again. If a script could not be fetched, the page is reloaded, since browsers cache that
 * failure.
 */
export function useRetry(error: unknown, reset: () => void) {
  const router = useRouter();
  return () => {
    if (isMissingCode(error)) return location.reload();
    reset();
    void router.invalidate();
  };
}
