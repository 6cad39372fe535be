import { EntriesForm, type EntriesFormProps, type EntryWords } from "#console/resources/entries/EntriesForm.tsx";
import type { Draft } from "#console/resources/resource-row.ts";
import type { FormProps } from "#console/widgets/editor/FormOrCode.tsx";
import { CheckCard } from "./CheckCard.tsx";
import { entryOf } from "./open-check.ts";

const words: EntryWords = {
  one: "check",
  many: "Checks",
  choose: "Choose what to check. More can be added afterwards, of this or of other types.",
  rest: "For all checks",
  schedule: "Such as @every 5m, @daily or 0 9 * * 1-5. Without a schedule the checks do not run automatically.",
};

const drawn =
  (draft: Draft, canary: string | undefined): EntriesFormProps["draw"] =>
  ({ key, ...card }) => <CheckCard key={key} {...card} draft={draft} canary={canary} />;

interface CanaryFormProps extends FormProps {
  /** The id of the stored canary. */
  id: string | undefined;
  draft: Draft;
  /** The check to open, from the URL; empty for none. */
  openCheck: string;
}

/** The form of a canary: its schedule, and a list of its checks, each with the form of its type. */
export function CanaryForm({ id, draft, openCheck, ...form }: CanaryFormProps) {
  return (
    <EntriesForm
      {...form}
      family="check"
      words={words}
      defaultSchedule="@every 1m"
      draw={drawn(draft, id)}
      entryToOpen={(entries) => entryOf(entries, openCheck)}
    />
  );
}
