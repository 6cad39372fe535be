/** Thrown if the server cannot start. The message is complete for the operator: no stack is printed, exit code 1. */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
}
