/** Of an object that was sent: null is as good as nothing. */
export const withoutNulls = <T extends object>(sent: T) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)) as {
    [Key in keyof T]: Exclude<T[Key], null>;
  };
