// The playbooks of the gallery, which come from the server. A person adds a playbook and can then edit it like any
// other playbook.
import { callOptions } from "#console/client/call.ts";
import { galleryOfPlaybooks } from "../../contract.ts";
import type { ShownSpec } from "../parts/playbooks-query.ts";

export interface Template {
  name: string;
  spec: ShownSpec;
}

export const gallery = {
  ...callOptions(galleryOfPlaybooks, {}),
  select: (found: readonly { name: string; spec: unknown }[]) => found as readonly Template[],
  staleTime: Number.POSITIVE_INFINITY,
};
