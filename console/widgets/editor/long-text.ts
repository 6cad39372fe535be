/** Longer texts are parsed in a worker and not at every key press, since parsing takes noticeable time. */
const LONG = 30_000;

export const isLong = (text: string) => text.length >= LONG;
