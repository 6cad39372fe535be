// Limits the nesting depth of documents. Code that walks a document recurses, and a few thousand levels overflow the stack,
// so an answer of a target could end this process.
const maxDepth = 500;

export function isTooDeep(document: unknown): boolean {
  const pending: { parts: readonly unknown[]; depth: number }[] = [{ parts: [document], depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.depth > maxDepth) return true;
    for (const part of next.parts)
      if (typeof part === "object" && part !== null && !ArrayBuffer.isView(part))
        pending.push({ parts: Array.isArray(part) ? part : Object.values(part), depth: next.depth + 1 });
  }
  return false;
}
