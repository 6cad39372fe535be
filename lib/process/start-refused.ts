/**
 * Thrown if the server cannot start. The message is complete for the operator, so there is no stack; the exit code is
 * 1.
 */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
}
