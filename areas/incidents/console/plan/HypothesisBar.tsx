import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import type { MenuItem } from "#console/widgets/menu/entries.ts";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import { capitalise } from "#lib/text/words.ts";
import type { Hypothesis, Person } from "../parts/incident-query.ts";
import { EditedText } from "../parts/EditedText.tsx";
import {
  type EvidenceType,
  evidenceTypes,
  hypothesisLook,
  hypothesisStatuses,
  type HypothesisStatus,
} from "../parts/incident-words.ts";
import { changeHypothesis, useIncidentWrite } from "../parts/incident-writes.ts";
import { People } from "../parts/People.tsx";
import { DragHandle, dropPlace } from "./DragHandle.tsx";
import type { Moving } from "./use-moving.ts";

interface HypothesisBarProps {
  hypothesis: Hypothesis;
  /** The number of comments on the hypothesis, and their authors. */
  comments: number;
  commenters: readonly Person[];
  isOpen: boolean;
  /** Undefined for a root hypothesis, which is always expanded. */
  toggle: (() => void) | undefined;
  contentId: string;
  moving: Moving;
  remove: () => void;
}

/** The row of a hypothesis in the tree: its status, title, evidence and people. */
export function HypothesisBar(props: HypothesisBarProps) {
  const { hypothesis, comments, commenters, isOpen, toggle, contentId, moving, remove } = props;
  const { id, title, type, status } = hypothesis;
  const mayWrite = useActor().can("write", "incident");
  const [isEdited, setEdited] = useState(false);
  const write = useIncidentWrite();
  const isDone = hypothesis.evidences.some(({ definition_of_done }) => definition_of_done);
  const items: MenuItem[] = [
    { type: "action", label: "Edit title", icon: "pencil", run: () => setEdited(true) },
    ...(moving.canStep(id, "right")
      ? [
          {
            type: "action",
            label: "Move under the one above",
            icon: "corner-down-right",
            run: () => moving.step(id, "right"),
          } as const,
        ]
      : []),
    ...(moving.canStep(id, "left")
      ? [{ type: "action", label: "Move up one level", icon: "arrow-up", run: () => moving.step(id, "left") } as const]
      : []),
    { type: "separator" },
    { type: "action", label: "Delete hypothesis", icon: "trash-2", run: remove },
  ];
  const people = uniquePeople([...(hypothesis.created_by ? [hypothesis.created_by] : []), ...commenters]);
  return (
    <div
      data-bar
      {...dropPlace(moving, id)}
      className={`flex min-h-10 min-w-0 items-center gap-2 rounded-md border bg-surface px-2 py-1 data-droppable:outline-2 data-droppable:outline-dashed data-droppable:outline-accent ${isDone ? "border-line border-t-2 border-t-accent" : "border-line"}`}
    >
      {mayWrite && <DragHandle id={id} title={title} moving={moving} />}
      {toggle && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={contentId}
          aria-label={isOpen ? `Collapse ${title}` : `Expand ${title}`}
          onClick={toggle}
          className="flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-hover"
        >
          <Icon name={isOpen ? "chevron-down" : "chevron-right"} size={14} />
        </button>
      )}
      <StatusChoice
        title={title}
        status={status}
        choose={
          mayWrite
            ? (next) =>
                void write(() => changeHypothesis(id, { status: next }), { failed: "The status was not changed" })
            : undefined
        }
      />
      <span className="min-w-0 flex-1">
        {isEdited ? (
          <EditedText
            label={`Title of ${title}`}
            text={title}
            save={(text) =>
              void write(() => changeHypothesis(id, { title: text }), { failed: "The title was not saved" })
            }
            end={() => setEdited(false)}
          />
        ) : (
          <span className="flex min-w-0 items-baseline gap-2">
            <span title={title} className="min-w-0 truncate font-medium">
              {title}
            </span>
            <span className="shrink-0 text-meta text-muted">{capitalise(type)}</span>
          </span>
        )}
      </span>
      <Counts hypothesis={hypothesis} comments={comments} />
      <span className="max-shell:hidden">
        <People label="People" people={people} />
      </span>
      {mayWrite && (
        <Menu
          label={`Actions on ${title}`}
          items={items}
          align="end"
          className="inline-flex size-6 shrink-0 touch-area items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text"
        >
          <Icon name="ellipsis" />
        </Menu>
      )}
    </div>
  );
}

interface StatusChoiceProps {
  title: string;
  status: HypothesisStatus;
  choose: ((status: HypothesisStatus) => void) | undefined;
}

function StatusChoice({ title, status, choose }: StatusChoiceProps) {
  const { icon, look, label } = hypothesisLook(status);
  const face = <Icon name={icon} className={look} />;
  if (!choose)
    return (
      <span title={label} className="flex size-6 shrink-0 items-center justify-center">
        {face}
        <span className="sr-only">{label}</span>
      </span>
    );
  return (
    <Menu
      label={`Status of ${title}: ${label}`}
      align="start"
      items={[
        {
          type: "choice",
          label: "Status",
          value: status,
          options: hypothesisStatuses,
          choose: (next) => choose(next as HypothesisStatus),
        },
      ]}
      className="inline-flex size-6 shrink-0 touch-area items-center justify-center rounded-md transition-colors hover:bg-hover"
    >
      {face}
    </Menu>
  );
}

/** How much evidence of each type there is, and how many comments. */
function Counts({ hypothesis, comments }: Pick<HypothesisBarProps, "hypothesis" | "comments">) {
  const counts = new Map<EvidenceType, number>();
  for (const { type } of hypothesis.evidences) counts.set(type, (counts.get(type) ?? 0) + 1);
  counts.set("comment", (counts.get("comment") ?? 0) + comments);
  return (
    <span className="flex shrink-0 items-center gap-2 text-meta text-muted tabular-nums max-shell:hidden">
      {[...counts]
        .filter(([, count]) => count > 0)
        .map(([type, count]) => {
          const { icon, label } = evidenceTypes[type];
          return (
            <span key={type} title={`${label}: ${count}`} className="inline-flex items-center gap-1">
              <Icon name={icon} size={14} />
              <span className="sr-only">{label}: </span>
              {count}
            </span>
          );
        })}
    </span>
  );
}

const uniquePeople = (people: readonly Person[]) => [...new Map(people.map((person) => [person.id, person])).values()];
