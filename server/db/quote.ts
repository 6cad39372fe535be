// Quotes an SQL identifier.
export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
