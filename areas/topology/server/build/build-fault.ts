// A fault in the spec or in the result of a lookup, with a message for the author of the topology.

export class BuildFault extends Error {
  override readonly name = "BuildFault";
}

/** Ends the whole build; other faults end only the part of the tree that they are about. */
export class TreeTooLarge extends BuildFault {}
