// A fault in the spec or in a lookup result, with a message for the author of the topology.

export class BuildFault extends Error {
  override readonly name = "BuildFault";
}

/** Whether the fault stops the whole build; other faults affect only their part of the tree. */
export class TreeTooLarge extends BuildFault {}
