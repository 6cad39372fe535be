import type { ReactNode } from "react";
import { useActor } from "#console/access/access.ts";
import { Avatar } from "#console/widgets/Avatar.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";
import { REDACTED } from "../parts/incident-words.ts";
import type { Comment, Evidence, Hypothesis } from "../parts/incident-query.ts";
import { RedactButton } from "../parts/RedactButton.tsx";
import { CommentText } from "./CommentText.tsx";

type EntryProps = { hypothesis?: Hypothesis | undefined; children?: ReactNode } & (
  | { comment: Comment; evidence?: never }
  | { evidence: Evidence; comment?: never }
);

/** A comment or a piece of evidence with its author, age and hypothesis. */
export function Entry({ comment, evidence, hypothesis, children }: EntryProps) {
  const { isAdmin } = useActor();
  const team = comment?.responder?.team;
  const author = (comment ?? evidence).created_by;
  const external = comment?.external_created_by;
  const name = team ? `${team.name}${external ? ` (${external})` : ""}` : (external ?? author?.name ?? "Unknown");
  return (
    <li className="group/entry flex min-w-0 gap-3">
      <span className="flex h-6 shrink-0 items-center">
        {team ? <Icon name="users" className="text-muted" /> : <Avatar name={name} image={author?.avatar ?? null} />}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-start gap-2">
          <div className="flex min-h-6 min-w-0 flex-1 flex-wrap items-center gap-x-2">
            <span className="font-medium">{name}</span>
            {evidence && <span className="text-muted">added evidence</span>}
            <span className="text-meta text-muted">
              <Elapsed since={(comment ?? evidence).created_at} /> ago
            </span>
            {hypothesis && (
              <span
                title={hypothesis.title}
                className="inline-flex h-5 max-w-60 items-center truncate rounded-sm bg-selected px-1.5 text-meta text-link"
              >
                {hypothesis.title}
              </span>
            )}
          </div>
          {comment && isAdmin && comment.comment !== REDACTED && (
            <span className="shrink-0 opacity-0 group-hover/entry:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100">
              <RedactButton table="comments" id={comment.id} />
            </span>
          )}
        </div>
        {comment ? <CommentText text={comment.comment} /> : <div className="pt-1">{children}</div>}
      </div>
    </li>
  );
}
