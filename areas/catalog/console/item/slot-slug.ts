/** How a tab that an area brings stands in the address: "Checks" is at /catalog/{id}/checks. */
export const slotSlug = (title: string) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
