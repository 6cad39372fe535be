/** The path segment of another area's tab: "Checks" is at /catalog/{id}/checks. */
export const slotSlug = (title: string) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
