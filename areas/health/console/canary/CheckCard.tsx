import { useActor } from "#console/access/access.ts";
import type { EntryCardProps } from "#console/resources/entries/EntriesForm.tsx";
import { EntryCard } from "#console/resources/entries/EntryCard.tsx";
import type { Draft } from "#console/resources/resource-row.ts";
import { Button } from "#console/widgets/Button.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { formSchema, later } from "./check-form.ts";
import { EntryHealth } from "./EntryHealth.tsx";
import { TryResult } from "./TryResult.tsx";
import { useTry } from "./use-try.ts";

/** A check of a canary, with a button to try it out. */
export function CheckCard({ draft, canary, ...card }: EntryCardProps & { draft: Draft; canary: string | undefined }) {
  const mayTry = useActor().can("write", "canaries");
  const { trial, start, stop } = useTry(draft, card.entry);
  return (
    <EntryCard
      {...card}
      word="check"
      later={later}
      asked={formSchema}
      status={canary !== undefined && <EntryHealth canary={canary} entry={card.entry} />}
      actions={
        card.kind &&
        mayTry && (
          <Button look="quiet" icon="play" isBusy={trial.state === "running"} onClick={() => void start()}>
            Test now
          </Button>
        )
      }
      narrowActions={card.kind && mayTry && <IconButton icon="play" label="Test now" onClick={() => void start()} />}
      result={<TryResult trial={trial} close={stop} />}
    />
  );
}
