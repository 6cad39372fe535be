// The source of a row that people do not edit here, such as a file, a cluster or another server.

/** Sources other than files and clusters: their rows cannot be edited, and only people can delete them. */
const notes: Readonly<Record<string, string>> = {
  /** Rows that the product created at its first start. */
  System: "It is not created again.",
  /** Rows that another server pushed. */
  Push: "It comes back if it is pushed again.",
};

/**
 * Rows with this id, such as the scraper for items without a scraper, are part of the product: other rows refer to
 * them.
 */
const partOfProduct = "00000000-0000-0000-0000-000000000000";

/** Returns a sentence about the effect of deleting the row; undefined if only its source can delete it. */
export const afterDeletion = ({ id, source }: { id?: unknown; source?: unknown }): string | undefined =>
  id !== partOfProduct && typeof source === "string" && Object.hasOwn(notes, source) ? notes[source] : undefined;
