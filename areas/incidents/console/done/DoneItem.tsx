import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { later } from "#console/widgets/later.ts";
import type { MenuItem } from "#console/widgets/menu/entries.ts";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import type { Evidence } from "../parts/incident-query.ts";
import type { IncidentEvidence } from "../../contract/model.ts";
import { evidenceName } from "../parts/evidence-name.ts";
import { changeEvidence, useIncidentWrite } from "../parts/incident-writes.ts";
import { EvidenceCard } from "../plan/EvidenceCard.tsx";
import { doneWords } from "./done-words.ts";
import "#console/widgets/page-icons.ts";

// The forms are loaded on demand, because most visits do not open a form.
const useEditDone = later("The form", async () => (await import("./EditDoneDialog.tsx")).EditDoneDialog);

interface DoneItemProps {
  evidence: Evidence;
  state: IncidentEvidence | undefined;
}

/** A condition of the definition of done: whether the condition is met, the rule that decides this, and the actions. */
export function DoneItem({ evidence, state }: DoneItemProps) {
  const mayWrite = useActor().can("write", "evidences");
  const write = useIncidentWrite();
  const [opened, setOpened] = useState<"edit" | "tick" | "remove">();
  const { id, type, done } = evidence;
  const isDone = done === true;
  const close = () => setOpened(undefined);
  const EditDone = useEditDone(opened === "edit", close);
  const name = evidenceName(evidence);
  const { rule, problem } = doneWords(evidence);
  const items: MenuItem[] = [
    { type: "action", label: "Edit", icon: "pencil", run: () => setOpened("edit") },
    ...(type === "comment"
      ? [
          {
            type: "action",
            label: isDone ? "Mark as not resolved" : "Mark as resolved",
            icon: isDone ? "hourglass" : "check",
            run: () => setOpened("tick"),
          } as const,
        ]
      : []),
    { type: "action", label: "Remove", icon: "trash-2", run: () => setOpened("remove") },
  ];
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <div className="flex min-w-0 items-start gap-2">
        <span title={isDone ? "Done" : "Not done"} className="flex h-9 shrink-0 items-center">
          {isDone ? <StatusMark meaning="healthy" /> : <Icon name="hourglass" size={14} className="text-muted" />}
          <span className="sr-only">{isDone ? "Done" : "Not done"}</span>
        </span>
        <div className="min-w-0 flex-1">
          <EvidenceCard
            evidence={evidence}
            state={state}
            isCompact
            end={
              mayWrite && (
                <Menu
                  label={`Actions on ${name}`}
                  items={items}
                  align="end"
                  className="inline-flex size-6 shrink-0 touch-area items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text"
                >
                  <Icon name="ellipsis" />
                </Menu>
              )
            }
          />
          <p className={`pt-1 text-meta wrap-anywhere ${problem ? "text-unhealthy-text" : "text-muted"}`}>
            {problem ?? rule}
          </p>
        </div>
      </div>
      {EditDone && <EditDone evidence={evidence} isOpen={opened === "edit"} onClose={close} />}
      <Confirm
        isOpen={opened === "tick"}
        onClose={close}
        look="approve"
        title={isDone ? "Mark as not resolved" : "Mark as resolved"}
        confirmLabel="Yes"
        onConfirm={async () => {
          await write(() => changeEvidence(id, { done: !isDone }), { failed: "The change was not saved" });
        }}
      >
        {isDone
          ? "Are you sure you want to mark the definition of done as not resolved?"
          : "Are you sure you want to mark the definition of done as resolved?"}
      </Confirm>
      <Confirm
        isOpen={opened === "remove"}
        onClose={close}
        look="delete"
        title="Remove from definition of done ?"
        confirmLabel="Remove"
        onConfirm={async () => {
          await write(() => changeEvidence(id, { definition_of_done: false }), {
            failed: "Removing evidence from definition of done failed",
          });
        }}
      >
        {name}
      </Confirm>
    </li>
  );
}
