// Validates writes of playbooks and publishes an event when the approvers of runs change. Each request changes one
// playbook.
import { z } from "zod";
import { problem } from "#language/problem.ts";
import { changed, writeHook, name } from "#server/db/write-hook.ts";
import type { Row, WriteHooks } from "#server/db/writes.ts";
import { playbookSpec } from "./spec.ts";

const approvalOf = ({ spec }: Row) => JSON.stringify((spec as { approval?: unknown } | null)?.approval ?? null);

export const playbookWrites: WriteHooks = {
  playbooks: writeHook({
    shape: z.object({ name, title: z.string().optional(), spec: playbookSpec }),
    sealed: { spec: playbookSpec },
    async prepare(_context, rows, before) {
      if (before.length > 1)
        throw problem.invalid("Only one playbook can be changed at a time.", { hint: "Select it by its id: ?id=eq.…" });
      return rows;
    },
    async after({ publish }, written, before) {
      for (const { was, is } of changed(before, written))
        if (approvalOf(was) !== approvalOf(is))
          await publish({ name: "playbook.spec.approval.updated", id: is["id"] as string });
    },
  }),
};
