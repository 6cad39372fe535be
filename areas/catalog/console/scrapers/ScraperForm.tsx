import { EntriesForm, type EntriesFormProps, type EntryWords } from "#console/resources/entries/EntriesForm.tsx";
import { EntryCard } from "#console/resources/entries/EntryCard.tsx";
import type { FormProps } from "#console/widgets/editor/FormOrCode.tsx";
import { aboutSource, askedSchema, begun, grouped, laterFields } from "./scraper-form.ts";

const words: EntryWords = {
  one: "source",
  many: "Sources",
  choose: "Choose where to look. More can be added afterwards, of this or of other types.",
  rest: "For all sources",
  schedule: "Such as @every 15m, @daily or 0 9 * * 1-5. Hourly without one; @never only when it is run by hand.",
};

const drawn: EntriesFormProps["draw"] = ({ key, ...card }) => (
  <EntryCard
    key={key}
    {...card}
    word="source"
    later={laterFields(card.entry.type)}
    asked={askedOf(card.entry.type)}
    about={aboutSource}
  />
);

const known = new Map<string, ReturnType<typeof askedSchema>>();

/** The same one each time, so that a form is not made anew with every key. */
function askedOf(type: string) {
  const asked = known.get(type) ?? askedSchema(type);
  known.set(type, asked);
  return asked;
}

/** A scraper: when it runs, and its sources one below the other, each with the form of its type. */
export function ScraperForm(form: FormProps) {
  return (
    <EntriesForm
      {...form}
      family="scraper"
      words={words}
      group={grouped}
      usualSchedule="@every 60m"
      begun={begun}
      draw={drawn}
    />
  );
}
