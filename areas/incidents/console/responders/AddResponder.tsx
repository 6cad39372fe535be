import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { PersonField, TeamField } from "#console/widgets/form/fields/PeopleFields.tsx";
import { SelectField } from "#console/widgets/form/fields/SelectField.tsx";
import { Segments } from "#console/widgets/form/Segments.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import type { Incident } from "../parts/incident-query.ts";
import { responderLabel } from "../../responder-label.ts";
import { useIncidentWrite } from "../parts/incident-writes.ts";
import { addResponder, useTeamClients } from "./add-responder.ts";
import { responderForms, type TeamClient } from "./responder-forms.ts";
import { ResponderProperties } from "./ResponderProperties.tsx";

interface AddResponderProps {
  incident: Incident;
  isOpen: boolean;
  onClose: () => void;
}

/** Adds a person, a team, or a request in another system, in up to three steps. */
export function AddResponder({ incident, isOpen, onClose }: AddResponderProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size="small" title="Add Responders">
      {/* The form is mounted each time the dialog opens, so that it starts with the first step. */}
      {isOpen && <Steps incident={incident} onClose={onClose} />}
    </Dialog>
  );
}

type Kind = "team" | "person" | "system";
const kinds: readonly { value: Kind; label: string }[] = [
  { value: "team", label: "Team" },
  { value: "person", label: "Person" },
  { value: "system", label: "Other system" },
];

function Steps({ incident, onClose }: Omit<AddResponderProps, "isOpen">) {
  const { user } = useActor();
  const write = useIncidentWrite();
  const [kind, setKind] = useState<Kind>("team");
  const [teamId, setTeam] = useState<string>();
  const [personId, setPerson] = useState<string>();
  const [step, setStep] = useState<"who" | "type" | "form">("who");
  const [client, setClient] = useState<TeamClient>();
  const [isBusy, setBusy] = useState(false);
  const add = async (properties: Readonly<Record<string, string>> | undefined) => {
    setBusy(true);
    const isAdded = await write(
      () => addResponder({ incident_id: incident.id, created_by: user.id, kind, teamId, personId, client, properties }),
      { done: "Responder added successfully", failed: "The responder was not added" },
    );
    setBusy(false);
    if (isAdded) onClose();
  };
  const adding = (isReady: boolean) => (
    <Button look="primary" isBusy={isBusy} disabled={!isReady} onClick={() => void add(undefined)}>
      {isBusy ? "Adding ..." : "Add"}
    </Button>
  );

  if (step === "form" && client)
    return (
      <ResponderProperties
        incident={incident}
        client={client}
        teamId={kind === "team" ? teamId : undefined}
        isBusy={isBusy}
        back={() => setStep("type")}
        save={(properties) => void add(properties)}
      />
    );
  if (step === "type")
    return (
      <TypeStep
        teamId={kind === "team" ? teamId : undefined}
        type={client?.type}
        choose={setClient}
        back={() => setStep("who")}
        next={() => setStep("form")}
        addTeam={kind === "team" ? adding(true) : undefined}
      />
    );
  return (
    <div className="flex flex-col gap-4">
      <h3 className="font-medium">Select Responder</h3>
      <div>
        <Segments label="Kind of responder" value={kind} options={kinds} onChange={setKind} />
      </div>
      {kind === "team" && <TeamField label="Team" value={teamId} onChange={setTeam} />}
      {kind === "person" && <PersonField label="Person" value={personId} onChange={setPerson} />}
      {kind === "system" && <p className="text-muted">An email, a webhook or a request in a ticket system.</p>}
      <div className="flex justify-end gap-2">
        {kind === "person" ? (
          adding(personId !== undefined)
        ) : (
          <Button
            look="primary"
            disabled={kind === "team" && teamId === undefined}
            onClick={() => {
              setClient(undefined);
              setStep("type");
            }}
          >
            Next
          </Button>
        )}
      </div>
    </div>
  );
}

interface TypeStepProps {
  /** The team whose external systems are offered; without a team, all types are offered. */
  teamId: string | undefined;
  type: string | undefined;
  choose: (client: TeamClient | undefined) => void;
  back: () => void;
  next: () => void;
  /** The button that adds the team itself. */
  addTeam: React.ReactNode;
}

const ALL: readonly TeamClient[] = responderForms
  .filter(({ needsTeam }) => !needsTeam)
  .map(({ type }) => ({ type, values: {}, defaults: {}, linkUrl: undefined }));

function TypeStep({ teamId, type, choose, back, next, addTeam }: TypeStepProps) {
  const found = useTeamClients(teamId);
  const clients = teamId === undefined ? ALL : found.data;
  return (
    <div className="flex flex-col gap-4">
      <h3 className="font-medium">Select Responder Type</h3>
      {clients === undefined ? (
        <TextSkeleton label="The team" lines={2} />
      ) : clients.length === 0 ? (
        <p className="text-muted">There were no responders configured for this team</p>
      ) : (
        <SelectField
          label="Type"
          placeholder="Select a type"
          options={clients.map((each) => ({ value: each.type, label: responderLabel(each.type) }))}
          value={type}
          onChange={(chosen) => choose(clients.find((each) => each.type === chosen))}
        />
      )}
      {addTeam && (
        <p className="text-muted">
          Without a type the team itself is added, and its members are notified as the team&apos;s settings say.
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={back}>Back</Button>
        {type === undefined ? (
          (addTeam ?? (
            <Button look="primary" disabled>
              Next
            </Button>
          ))
        ) : (
          <Button look="primary" onClick={next}>
            Next
          </Button>
        )}
      </div>
    </div>
  );
}
