// A draft is what somebody is typing while it does not say anything else yet than the value it began with: half a YAML
// text, a row without a key. It stands as long as the value is the one it means, and gives way to any other.

/** Whether two values are written the same; the order of keys counts, as people see it. */
export const isSameJson = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);
