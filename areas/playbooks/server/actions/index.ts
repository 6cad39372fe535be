// All kinds of actions. Each is a kind of the family action, and a field of the actions of a playbook.
import type { ActionKind } from "../action-kind.ts";

export const actionKinds: readonly ActionKind[] = [];
