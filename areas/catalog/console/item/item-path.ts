export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The ids of the ancestors of an item, from the root. */
export const idsOf = (path: string | null): readonly string[] => (path ?? "").split(".").filter((id) => UUID.test(id));
