import { useId, useState } from "react";
import { useActor } from "#console/access/access.ts";
import { Button } from "#console/widgets/Button.tsx";
import { later } from "#console/widgets/later.ts";
import { capitalise } from "#lib/text/words.ts";
import { CommentInput } from "../comments/CommentInput.tsx";
import { conversationOf } from "../comments/conversation.ts";
import { Entry } from "../comments/Entry.tsx";
import { useSendComment } from "../comments/use-send-comment.ts";
import type { Hypothesis, Incident, Person } from "../parts/incident-query.ts";
import type { IncidentEvidence } from "../../contract/model.ts";
import { typeBelow } from "../parts/incident-words.ts";
import { DeleteHypothesis } from "./DeleteHypothesis.tsx";
import { EvidenceActions } from "./EvidenceActions.tsx";
import { EvidenceCard } from "./EvidenceCard.tsx";
import { HypothesisBar } from "./HypothesisBar.tsx";
import type { Branch } from "./hypothesis-tree.ts";
import type { Moving } from "./use-moving.ts";

// The form is loaded on demand, because most visits do not add a hypothesis.
export const useNewHypothesis = later(
  "The form of a hypothesis",
  async () => (await import("./NewHypothesis.tsx")).NewHypothesis,
);

export interface PlanContext {
  incident: Incident;
  states: ReadonlyMap<string, IncidentEvidence>;
  moving: Moving;
  isOpen: (id: string) => boolean;
  setOpen: (id: string, isOpen: boolean) => void;
}

interface HypothesisNodeProps {
  branch: Branch<Hypothesis>;
  plan: PlanContext;
}

/** A hypothesis with its evidence and comments, and its child hypotheses. */
export function HypothesisNode({ branch: { hypothesis, children }, plan }: HypothesisNodeProps) {
  const { incident, states, moving } = plan;
  const { id, title, type } = hypothesis;
  const actor = useActor();
  const content = useId();
  const send = useSendComment(incident.id);
  const [opened, setOpened] = useState<"new" | "delete">();
  const NewHypothesis = useNewHypothesis(opened === "new", () => setOpened(undefined));
  const isRoot = type === "root" && hypothesis.parent_id === null;
  const isOpen = isRoot || plan.isOpen(id);
  const below = typeBelow(type);
  const comments = incident.comments.filter(({ hypothesis_id }) => hypothesis_id === id);
  const entries = conversationOf({ hypotheses: [hypothesis], comments });
  return (
    <li className="flex min-w-0 flex-col gap-2">
      <HypothesisBar
        hypothesis={hypothesis}
        comments={comments.length}
        commenters={comments.flatMap(({ created_by }): Person[] => (created_by ? [created_by] : []))}
        isOpen={isOpen}
        toggle={isRoot ? undefined : () => plan.setOpen(id, !isOpen)}
        contentId={content}
        moving={moving}
        remove={() => setOpened("delete")}
      />
      <div
        id={content}
        hidden={!isOpen}
        className="ml-4 flex min-w-0 flex-col gap-3 border-l border-line pl-4 max-shell:ml-2 max-shell:pl-2"
      >
        {isOpen && (
          <>
            {entries.length > 0 && (
              <ol aria-label={`Evidence and comments of ${title}`} className="flex min-w-0 flex-col gap-3">
                {entries.map((entry) =>
                  entry.kind === "comment" ? (
                    <Entry key={entry.id} comment={entry.comment} />
                  ) : (
                    <Entry key={entry.id} evidence={entry.evidence}>
                      <EvidenceCard
                        evidence={entry.evidence}
                        state={states.get(entry.evidence.id)}
                        end={<EvidenceActions evidence={entry.evidence} />}
                      />
                    </Entry>
                  ),
                )}
              </ol>
            )}
            {actor.can("write", "comments") && <CommentInput targets={[hypothesis]} target={id} send={send} />}
            {children.length > 0 && (
              <ul aria-label={`Below ${title}`} className="flex min-w-0 flex-col gap-2">
                {children.map((child) => (
                  <HypothesisNode key={child.hypothesis.id} branch={child} plan={plan} />
                ))}
              </ul>
            )}
            {below && actor.can("write", "incident") && (
              <span>
                <Button look="quiet" icon="plus" onClick={() => setOpened("new")}>
                  Add {below}
                </Button>
              </span>
            )}
          </>
        )}
      </div>
      {below && NewHypothesis && (
        <NewHypothesis
          isOpen={opened === "new"}
          incidentId={incident.id}
          parent={{ id, title }}
          type={below}
          title={`Create ${capitalise(below)}`}
          onCreated={(created) => plan.setOpen(created, true)}
          onClose={() => setOpened(undefined)}
        />
      )}
      <DeleteHypothesis
        hypothesis={hypothesis}
        hasChildren={children.length > 0}
        isOpen={opened === "delete"}
        onClose={() => setOpened(undefined)}
      />
    </li>
  );
}
