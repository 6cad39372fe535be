/** So many values are written within a frame. */
const MOST_VALUES = 1000;

/** Whether writing a value takes longer than anybody should wait for a page that stands still. */
export function isLong(value: unknown): boolean {
  let left = MOST_VALUES;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const one = open.pop();
    left -= 1;
    if (left < 0) return true;
    if (typeof one === "object" && one !== null) for (const inner of Object.values(one)) open.push(inner);
  }
  return false;
}
