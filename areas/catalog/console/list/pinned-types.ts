// The types that the user has pinned in this browser, stored under the key that earlier consoles used.
import { preference } from "#console/preference.ts";

let last: { stored: string | null; pinned: ReadonlySet<string> } = { stored: null, pinned: new Set() };

/** A map of types to true. The stored value may be invalid, for example from another release. */
function parse(stored: string | null): ReadonlySet<string> {
  if (stored !== last.stored) last = { stored, pinned: new Set(read(stored ?? "{}")) };
  return last.pinned;
}

function read(stored: string): string[] {
  try {
    return Object.entries((JSON.parse(stored) ?? {}) as object).flatMap(([type, isPinned]) =>
      isPinned === true ? [type] : [],
    );
  } catch {
    return [];
  }
}

export const pinnedTypes = preference<ReadonlySet<string>>("configTypesFavorites", parse, (pinned) =>
  JSON.stringify(Object.fromEntries([...pinned].map((type) => [type, true]))),
);

export function togglePinned(type: string) {
  const pinned = new Set(pinnedTypes.get());
  if (!pinned.delete(type)) pinned.add(type);
  pinnedTypes.set(pinned);
}
