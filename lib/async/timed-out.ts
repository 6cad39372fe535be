// Recognises timeouts, however a socket, a driver or a check reports them.

const codes = new Set(["ETIMEDOUT", "ETIMEOUT", "ESOCKETTIMEDOUT", "EAI_AGAIN", "PROTOCOL_SEQUENCE_TIMEOUT", "57014"]);

/**
 * Drivers share no error code, so messages are matched: "Server selection timed out", "Connection timeout", "Failed to
 * connect in 500ms".
 */
const words = /\btimed?[ -]?out\b|timeout|\bin time\b|\bwithin \d|\b(?:in|after) \d+ ?m?s\b/i;

export function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (error.name === "TimeoutError" || (typeof code === "string" && codes.has(code)) || words.test(error.message))
    return true;
  if (error instanceof AggregateError && error.errors.some(isTimeout)) return true;
  return error.cause !== undefined && isTimeout(error.cause);
}
