// Printing of values as YAML, on the page and in a worker.

/** Number of values that can be printed within one frame. */
const MAX_VALUES = 1000;

/** Whether printing a value would block the page noticeably. */
export function isLong(value: unknown): boolean {
  let left = MAX_VALUES;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const current = open.pop();
    left -= 1;
    if (left < 0) return true;
    if (typeof current === "object" && current !== null) for (const inner of Object.values(current)) open.push(inner);
  }
  return false;
}

/** Options for readable YAML: no line breaks inside strings, and no aliases. */
export const yamlOptions = { lineWidth: 0, aliasDuplicateObjects: false } as const;
