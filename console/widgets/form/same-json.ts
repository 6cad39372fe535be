// Compares a draft with its value. A draft is typed text that does not change the value yet: incomplete YAML, a row without
// a key. It stays while the value is the one it was typed for, and is discarded when the value changes elsewhere.

/** Compares values as JSON text; the order of keys counts, since people see it. */
export const isSameJson = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);
