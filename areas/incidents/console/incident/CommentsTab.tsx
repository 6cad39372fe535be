import { useEffect, useMemo, useRef } from "react";
import { useActor } from "#console/access/access.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { EvidenceCard } from "../plan/EvidenceCard.tsx";
import type { IncidentEvidence } from "../../contract/model.ts";
import type { Incident } from "../parts/incident-query.ts";
import { CommentInput } from "../comments/CommentInput.tsx";
import { Entry } from "../comments/Entry.tsx";
import { conversationOf } from "../comments/conversation.ts";
import { useSendComment } from "../comments/use-send-comment.ts";

interface CommentsTabProps {
  incident: Incident;
  states: ReadonlyMap<string, IncidentEvidence>;
}

/** All comments and evidence of an incident, oldest first, and the field for a new comment. */
export function CommentsTab({ incident, states }: CommentsTabProps) {
  const mayWrite = useActor().can("write", "comments");
  const send = useSendComment(incident.id);
  const entries = useMemo(() => conversationOf(incident), [incident]);
  const list = useRef<HTMLOListElement>(null);
  const { length } = entries;
  // New entries are added at the end.
  useEffect(() => {
    if (length > 0) list.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
  }, [length]);
  const root = incident.hypotheses.find(({ type }) => type === "root") ?? incident.hypotheses[0];
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ol
        ref={list}
        aria-label="Comments and evidence"
        // Scrolling content must be focusable, so that the keyboard can scroll it.
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4 -outline-offset-2"
      >
        {length === 0 && (
          <li className="flex flex-1 flex-col items-center justify-center gap-2 py-10 text-center text-muted">
            <Icon name="message-square" size={24} />
            <p>No comments yet. Comments and evidence appear here in chronological order.</p>
          </li>
        )}
        {entries.map((entry) =>
          entry.kind === "comment" ? (
            <Entry key={entry.id} comment={entry.comment} hypothesis={entry.hypothesis} />
          ) : (
            <Entry key={entry.id} evidence={entry.evidence} hypothesis={entry.hypothesis}>
              <EvidenceCard evidence={entry.evidence} state={states.get(entry.evidence.id)} />
            </Entry>
          ),
        )}
      </ol>
      {mayWrite && (
        <div className="shrink-0 border-t border-line bg-surface px-4 py-3">
          <CommentInput targets={incident.hypotheses} target={root?.id} send={send} />
        </div>
      )}
    </div>
  );
}
