import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { Avatar } from "#console/widgets/Avatar.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { later } from "#console/widgets/later.ts";
import { PanelRows } from "#console/widgets/side-panel/PanelRows.tsx";
import { SidePanel } from "#console/widgets/side-panel/SidePanel.tsx";
import { db } from "#console/client/rows.ts";
import { type Incident, type Responder, respondersOf } from "../parts/incident-query.ts";
import { responderLabel } from "../../responder-label.ts";
import { useIncidentWrite } from "../parts/incident-writes.ts";
import { ResponderDialog } from "./ResponderDialog.tsx";
import { clientsOf, externalLink, responderName, responderType } from "./responder-forms.ts";

// The forms are loaded on demand, because most visits do not open a form.
const useAddResponder = later("The form", async () => (await import("./AddResponder.tsx")).AddResponder);

/** The people, teams and other systems that work on an incident. */
export function RespondersPanel({ incident }: { incident: Incident }) {
  const found = useQuery(respondersOf(incident.id));
  const mayWrite = useActor().can("write", "responder");
  const write = useIncidentWrite();
  const [opened, setOpened] = useState<{ kind: "add" } | { kind: "show" | "delete"; responder: Responder }>();
  const close = () => setOpened(undefined);
  const AddResponder = useAddResponder(opened?.kind === "add", close);
  return (
    <>
      <SidePanel value="responders" title="Responders" icon="users" count={found.data?.length}>
        <PanelRows
          label="Responders"
          found={found}
          keyOf={({ id }) => id}
          renderRow={(responder) => (
            <Row
              responder={responder}
              open={() => setOpened({ kind: "show", responder })}
              remove={mayWrite ? () => setOpened({ kind: "delete", responder }) : undefined}
            />
          )}
        />
        {mayWrite && (
          <p className="pt-3">
            <Button icon="user-plus" onClick={() => setOpened({ kind: "add" })}>
              Add Responders
            </Button>
          </p>
        )}
      </SidePanel>
      {AddResponder && <AddResponder incident={incident} isOpen={opened?.kind === "add"} onClose={close} />}
      <ResponderDialog responder={opened?.kind === "show" ? opened.responder : undefined} onClose={close} />
      <Confirm
        isOpen={opened?.kind === "delete"}
        onClose={close}
        look="delete"
        title="Delete Responder ?"
        onConfirm={async () => {
          if (opened?.kind !== "delete") return;
          const { id } = opened.responder;
          await write(
            async () => {
              await db.from("responders").update({ deleted_at: "now()" }).eq("id", id).throwOnError();
            },
            { failed: "The responder was not deleted" },
          );
        }}
      >
        Are you sure you want to delete the responder ?
      </Confirm>
    </>
  );
}

interface RowProps {
  responder: Responder;
  open: () => void;
  remove: (() => void) | undefined;
}

/** Whether the responder has been contacted. */
const contactWords: Readonly<Record<NonNullable<Responder["status"]>, string>> = {
  pending: "Waiting",
  delivered: "Contacted",
  failed: "Not contacted",
  recorded: "Only recorded",
};

function Row({ responder, open, remove }: RowProps) {
  const { person, team, external_id: externalId } = responder;
  const type = responderType(responder);
  const name = responderName(responder);
  const link = externalLink(clientsOf(team?.spec).find((client) => client.type === type)?.linkUrl, externalId);
  return (
    <>
      <button
        type="button"
        onClick={open}
        className="flex min-h-control min-w-0 flex-1 items-center gap-2 rounded-sm text-left hover:underline"
      >
        {person ? (
          <Avatar name={person.name} image={person.avatar} size="xs" />
        ) : (
          <Icon name={team ? "users" : type === "email" ? "mail" : "external-link"} size={14} className="text-muted" />
        )}
        <span className="min-w-0 truncate" title={name}>
          {name}
        </span>
        {type !== "person" && type !== "team" && team && (
          <span className="shrink-0 text-meta text-muted">{responderLabel(type)}</span>
        )}
      </button>
      <span
        title={responder.status_reason ?? undefined}
        className={`shrink-0 text-meta ${responder.status === "failed" ? "text-unhealthy-text" : "text-muted"}`}
      >
        {contactWords[responder.status ?? "recorded"]}
      </span>
      {externalId &&
        (link ? (
          <a href={link} target="_blank" rel="noopener noreferrer" className="shrink-0 text-link hover:underline">
            {externalId}
          </a>
        ) : (
          <span className="shrink-0 font-mono text-meta text-muted">{externalId}</span>
        ))}
      {remove && <IconButton icon="trash-2" label={`Delete ${name}`} size="small" onClick={remove} />}
    </>
  );
}
