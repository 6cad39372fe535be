// Offers to run playbooks in the palette.
import { ask } from "#console/client/call.ts";
import type { Finder } from "#console/shell/area.ts";
import { listPlaybooks } from "../../contract.ts";
import { matchingPlaybooks } from "./matching-playbooks.ts";

/** The result kind whose link opens the run form of a playbook. */
export const RUNNABLE = "runnable-playbook";

export const findPlaybooks: Finder = async (text, signal, { actor, isEnabled }) => {
  if (!isEnabled("playbooks") || !actor.can("playbook:run", "playbooks")) return [];
  const things = matchingPlaybooks(await ask(listPlaybooks, { query: {} }, { signal }), text).map(
    ({ id, title, name, icon, category }) => ({
      kind: RUNNABLE,
      id,
      name: title || name,
      icon: icon ?? "play",
      detail: category,
    }),
  );
  return things.length === 0 ? [] : [{ title: "Run a playbook", rank: 1, things }];
};
