/** Why the product will not start, as a sentence that is the whole story for the operator: no stack, exit code 1. */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
}
