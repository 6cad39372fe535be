import { useActor } from "#console/access/access.ts";
import type { EntryCardProps } from "#console/resources/entries/EntriesForm.tsx";
import { EntryCard } from "#console/resources/entries/EntryCard.tsx";
import type { Draft } from "#console/resources/resource-row.ts";
import { Button } from "#console/widgets/Button.tsx";
import { formSchema, later } from "./check-form.ts";
import { TryResult } from "./TryResult.tsx";
import { useTry } from "./use-try.ts";

/** A check of a canary, with a button to try it out. */
export function CheckCard({ draft, ...card }: EntryCardProps & { draft: Draft }) {
  const mayTry = useActor().can("write", "canaries");
  const { trial, start, stop } = useTry(draft, card.entry);
  return (
    <EntryCard
      {...card}
      word="check"
      later={later}
      asked={formSchema}
      actions={
        card.kind &&
        mayTry && (
          <Button icon="play" isBusy={trial.state === "running"} onClick={() => void start()}>
            Test now
          </Button>
        )
      }
      result={<TryResult trial={trial} close={stop} />}
    />
  );
}
