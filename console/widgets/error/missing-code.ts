/**
 * Whether a file of the console itself could not be fetched: the connection broke, or a new version has replaced it.
 * Browsers report this with three different messages.
 */
export const isMissingCode = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed|Unable to preload/i.test(error.message);
