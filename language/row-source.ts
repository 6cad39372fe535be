// The source of a row that people do not edit here, such as a file, a cluster or another server.

/** Sources that no file or cluster stands behind: the rows cannot be edited, but only people can delete them. */
const deletable = {
  /** Rows that the product created at its first start. */
  System: "It is not created again.",
  /** Rows that another server pushed. */
  Push: "It comes back if it is pushed again.",
} as const;

export const isDeletableSource = (source: unknown): source is keyof typeof deletable =>
  typeof source === "string" && Object.hasOwn(deletable, source);

/** Returns what happens after a row with this source was deleted; undefined if only its source can delete it. */
export const afterDeletion = (source: unknown): string | undefined =>
  isDeletableSource(source) ? deletable[source] : undefined;
