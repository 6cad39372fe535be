import type { RunnablePlaybook } from "../../contract.ts";

const SHOWN = 5;

/** The playbooks whose names contain all typed words. "run" itself matches every playbook. */
export function matchingPlaybooks<Each extends Pick<RunnablePlaybook, "title" | "name" | "category">>(
  playbooks: readonly Each[],
  text: string,
): readonly Each[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return playbooks
    .filter(({ title, name, category }) => {
      const known = `run playbook ${title} ${name} ${category}`.toLowerCase();
      return words.every((word) => known.includes(word));
    })
    .slice(0, SHOWN);
}
