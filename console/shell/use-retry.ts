import { useRouter } from "@tanstack/react-router";
import { isMissingCode } from "../widgets/error/missing-code.ts";

/** Draws the failed part again. A script that could not be fetched stays failed until the page is reloaded. */
export function useRetry(error: unknown, reset: () => void) {
  const router = useRouter();
  return () => {
    if (isMissingCode(error)) return location.reload();
    reset();
    void router.invalidate();
  };
}
