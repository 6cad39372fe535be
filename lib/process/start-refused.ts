/** The reason why the server does not start, as a complete message for the operator: no stack, exit code 1. */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
}
