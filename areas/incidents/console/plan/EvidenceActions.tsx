import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import type { MenuItem } from "#console/widgets/menu/entries.ts";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import { REDACTED } from "../parts/incident-words.ts";
import type { Evidence } from "../parts/incident-query.ts";
import { evidenceName } from "../parts/evidence-name.ts";
import { changeEvidence, deleteEvidence, useIncidentWrite } from "../parts/incident-writes.ts";
import { RedactButton } from "../parts/RedactButton.tsx";

/** The actions on a piece of evidence. */
export function EvidenceActions({ evidence }: { evidence: Evidence }) {
  const actor = useActor();
  const [isDeleting, setDeleting] = useState(false);
  const write = useIncidentWrite();
  if (!actor.can("write", "evidences")) return null;
  const { id, definition_of_done: isDone } = evidence;
  const name = evidenceName(evidence);
  const hasText = evidence.type === "comment" || evidence.type === "log" || evidence.description !== "";
  const items: MenuItem[] = [
    {
      type: "action",
      label: isDone ? "Remove from definition of done" : "Add to definition of done",
      icon: "list-checks",
      run: () =>
        void write(() => changeEvidence(id, { definition_of_done: !isDone }), {
          failed: isDone
            ? "Removing evidence from definition of done failed"
            : "Marking evidence as part of definition of done failed",
        }),
    },
    { type: "separator" },
    { type: "action", label: "Delete Evidence", icon: "trash-2", run: () => setDeleting(true) },
  ];
  return (
    <>
      {actor.isAdmin && hasText && evidence.description !== REDACTED && <RedactButton table="evidences" id={id} />}
      <Menu
        label={`Actions on evidence ${name}`}
        items={items}
        align="end"
        className="inline-flex size-6 shrink-0 touch-area items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text"
      >
        <Icon name="ellipsis" />
      </Menu>
      <Confirm
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        look="delete"
        title="Delete evidence?"
        onConfirm={async () => {
          await write(() => deleteEvidence(id), { failed: "Evidence delete failed" });
        }}
      >
        {name}
      </Confirm>
    </>
  );
}
