// Arranges playbooks by category, and finds those that contain the typed words.
import type { PlaybookName } from "../parts/playbooks-query.ts";

export interface Category {
  title: string;
  playbooks: readonly PlaybookName[];
}

const OTHER = "Other";

/** Categories keep the order in which they first appear; playbooks without one come last. */
export function byCategory(playbooks: readonly PlaybookName[], search: string): readonly Category[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, PlaybookName[]>();
  for (const playbook of playbooks) {
    const title = playbook.category.trim() || OTHER;
    const text = `${playbook.title} ${playbook.name} ${playbook.description ?? ""} ${title}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    groups.set(title, [...(groups.get(title) ?? []), playbook]);
  }
  return [...groups]
    .map(([title, grouped]) => ({ title, playbooks: grouped }))
    .sort((a, b) => Number(a.title === OTHER) - Number(b.title === OTHER));
}
