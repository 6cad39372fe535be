// A fault in the spec or in the result of a lookup, with a message for the author of the topology.

export class BuildFault extends Error {
  override readonly name = "BuildFault";
}
