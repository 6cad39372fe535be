// How deep a document goes. Whoever goes through one goes down into it, and a few thousand levels are more than a program can
// bear: what somebody answers is not to end us.
const deepest = 500;

export function isTooDeep(document: unknown): boolean {
  const pending: { parts: readonly unknown[]; depth: number }[] = [{ parts: [document], depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.depth > deepest) return true;
    for (const part of next.parts)
      if (typeof part === "object" && part !== null && !ArrayBuffer.isView(part))
        pending.push({ parts: Array.isArray(part) ? part : Object.values(part), depth: next.depth + 1 });
  }
  return false;
}
