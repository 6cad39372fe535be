/** Whether there is something to show: sources may send an empty document. */
export const hasContent = (value: unknown) =>
  value !== null && value !== undefined && value !== "" && (typeof value !== "object" || Object.keys(value).length > 0);
