/** Longer ones take more than a moment to read: not at every key, and not in the way of who types. */
const LONG = 30_000;

export const isLong = (text: string) => text.length >= LONG;
