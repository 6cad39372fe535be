import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { Problem } from "#language/problem.ts";
import { EditedText } from "../parts/EditedText.tsx";
import { changeIncident, useIncidentWrite } from "../parts/incident-writes.ts";
import { type Incident, storedTitle } from "../parts/incident-query.ts";
import { type Conflict, TitleConflict } from "./TitleConflict.tsx";

/**
 * The title of an incident, with inline editing. A change that another person makes during the edit is not overwritten.
 */
export function TitleLine({ incident }: { incident: Incident }) {
  const mayWrite = useActor().can("write", "incident");
  const write = useIncidentWrite();
  /** The version that the person saw when editing began. */
  const [edited, setEdited] = useState<string>();
  const [conflict, setConflict] = useState<Conflict>();
  const save = async (title: string, version: string) => {
    await write(
      async () => {
        try {
          await changeIncident(incident.id, { title }, version);
          setConflict(undefined);
        } catch (error) {
          if (!(error instanceof Problem && error.status === 412)) throw error;
          const theirs = storedIn(error) ?? (await storedTitle(incident.id));
          if (!theirs) throw error;
          setConflict({ mine: title, theirs });
        }
      },
      { failed: "The title was not saved" },
    );
  };
  return (
    <div className="flex min-h-control min-w-0 items-center gap-2">
      {edited !== undefined ? (
        <EditedText
          label="Title of the incident"
          text={incident.title}
          save={(title) => void save(title, edited)}
          end={() => setEdited(undefined)}
          className="max-w-2xl text-title font-semibold"
        />
      ) : (
        <>
          <h2 className="min-w-0 text-title font-semibold wrap-anywhere">{incident.title}</h2>
          {mayWrite && (
            <IconButton icon="pencil" label="Edit title" size="small" onClick={() => setEdited(incident.updated_at)} />
          )}
        </>
      )}
      <TitleConflict conflict={conflict} close={() => setConflict(undefined)} save={save} />
    </div>
  );
}

/** The stored row, if the error response contains it. */
function storedIn({ parts }: Problem): Conflict["theirs"] | undefined {
  const current = parts["current"] as Partial<Conflict["theirs"]> | undefined;
  const { title, updated_at } = current ?? {};
  return title !== undefined && updated_at !== undefined ? { title, updated_at } : undefined;
}
