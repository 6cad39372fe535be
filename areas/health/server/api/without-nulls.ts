/** Removes null fields of a request body: null means absent. */
export const withoutNulls = <T extends object>(sent: T) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)) as {
    [Key in keyof T]: Exclude<T[Key], null>;
  };
