import { EntriesForm, type EntriesFormProps, type EntryWords } from "#console/resources/entries/EntriesForm.tsx";
import { EntryCard } from "#console/resources/entries/EntryCard.tsx";
import type { FormProps } from "#console/widgets/editor/FormOrCode.tsx";
import { aboutSource, formSchema, initialEntry, laterFields } from "./scraper-form.ts";

const words: EntryWords = {
  one: "source",
  many: "Sources",
  choose: "Choose a source. More can be added afterwards, of this or of other types.",
  rest: "For all sources",
  schedule: "Such as @every 15m, @daily or 0 9 * * 1-5. Default: hourly. With @never the scraper only runs by hand.",
};

const drawn: EntriesFormProps["draw"] = ({ key, ...card }) => (
  <EntryCard
    key={key}
    {...card}
    word="source"
    later={laterFields(card.entry.type)}
    asked={formSchemaOf(card.entry.type)}
    about={aboutSource}
  />
);

const known = new Map<string, ReturnType<typeof formSchema>>();

/** Returns the same function each time, so that the form is not rebuilt at every keystroke. */
function formSchemaOf(type: string) {
  const schema = known.get(type) ?? formSchema(type);
  known.set(type, schema);
  return schema;
}

/** The form of a scraper: its schedule, and a list of sources, each with the form of its type. */
export function ScraperForm(form: FormProps) {
  return (
    <EntriesForm
      {...form}
      family="scraper"
      words={words}
      defaultSchedule="@every 60m"
      newEntry={initialEntry}
      draw={drawn}
    />
  );
}
