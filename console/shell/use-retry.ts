import { useRouter } from "@tanstack/react-router";

/** Draws again what failed. A file that could not be fetched stays failed until the page is loaded anew. */
export function useRetry(error: unknown, reset: () => void) {
  const router = useRouter();
  return () => {
    if (isMissingCode(error)) return location.reload();
    reset();
    void router.invalidate();
  };
}

/** Browsers say it in three ways. */
const isMissingCode = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed|Unable to preload/i.test(error.message);
