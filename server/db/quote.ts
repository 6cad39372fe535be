// How a name is written in a statement, whatever characters it has.
export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
