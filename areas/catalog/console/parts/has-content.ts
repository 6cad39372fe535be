/** Whether there is something to show: sources write an empty document where they have none. */
export const hasContent = (value: unknown) =>
  value !== null && value !== undefined && value !== "" && (typeof value !== "object" || Object.keys(value).length > 0);
