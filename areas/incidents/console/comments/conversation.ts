// The comments and the evidence of an incident, or of one hypothesis, in chronological order.
import type { Comment, Evidence, Hypothesis, Incident } from "../parts/incident-query.ts";

export type ConversationEntry = { id: string; at: string; hypothesis: Hypothesis | undefined } & (
  | { kind: "comment"; comment: Comment }
  | { kind: "evidence"; evidence: Evidence }
);

export function conversationOf({ hypotheses, comments }: Pick<Incident, "hypotheses" | "comments">) {
  const byId = new Map(hypotheses.map((hypothesis) => [hypothesis.id, hypothesis]));
  const entries: ConversationEntry[] = [
    ...comments.map((comment) => ({
      kind: "comment" as const,
      id: comment.id,
      at: comment.created_at,
      hypothesis: byId.get(comment.hypothesis_id ?? ""),
      comment,
    })),
    ...hypotheses.flatMap((hypothesis) =>
      hypothesis.evidences.map((evidence) => ({
        kind: "evidence" as const,
        id: evidence.id,
        at: evidence.created_at,
        hypothesis,
        evidence,
      })),
    ),
  ];
  return entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
