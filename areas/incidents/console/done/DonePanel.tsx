import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { later } from "#console/widgets/later.ts";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { SidePanel } from "#console/widgets/side-panel/SidePanel.tsx";
import type { Incident } from "../parts/incident-query.ts";
import type { IncidentEvidence } from "../../contract/model.ts";
import { DoneItem } from "./DoneItem.tsx";

// The forms are loaded on demand, because most visits do not open a form.
const useAddDone = later("The form", async () => (await import("./AddDoneDialog.tsx")).AddDoneDialog);

interface DonePanelProps {
  incident: Incident;
  states: ReadonlyMap<string, IncidentEvidence>;
  isFetching: boolean;
  refresh: () => void;
}

/** The evidence that must be done before the incident is resolved. */
export function DonePanel({ incident, states, isFetching, refresh }: DonePanelProps) {
  const mayWrite = useActor().can("write", "evidences");
  const [opened, setOpened] = useState<"add" | "all">();
  const items = incident.hypotheses
    .flatMap(({ evidences }) => evidences)
    .filter(({ definition_of_done }) => definition_of_done)
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
  const list =
    items.length === 0 ? (
      <p className="text-muted">
        Nothing yet. The incident resolves automatically when everything listed here is done.
      </p>
    ) : (
      <ul aria-label="Definition of done" className="flex flex-col gap-2">
        {items.map((evidence) => (
          <DoneItem key={evidence.id} evidence={evidence} state={states.get(evidence.id)} />
        ))}
      </ul>
    );
  const close = () => setOpened(undefined);
  const AddDone = useAddDone(opened === "add", close);
  return (
    <>
      <SidePanel
        value="done"
        title="Definition of done"
        icon="list-checks"
        count={items.length}
        end={
          <span className="flex pr-2">
            <IconButton icon="refresh-cw" label="Refresh" size="small" isSpinning={isFetching} onClick={refresh} />
            <IconButton icon="maximize-2" label="Full screen" size="small" onClick={() => setOpened("all")} />
          </span>
        }
      >
        <div className="flex flex-col gap-3">
          {list}
          {mayWrite && (
            <span>
              <Button icon="plus" onClick={() => setOpened("add")}>
                Add definition of done
              </Button>
            </span>
          )}
        </div>
      </SidePanel>
      <Dialog isOpen={opened === "all"} onClose={close} size="full" title="Definition of done">
        {list}
      </Dialog>
      {AddDone && <AddDone incident={incident} isOpen={opened === "add"} onClose={close} />}
    </>
  );
}
