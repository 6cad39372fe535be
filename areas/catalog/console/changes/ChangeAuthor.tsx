import { createContext, use } from "react";
import { PersonName } from "#console/widgets/PersonName.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";

interface Person {
  name: string;
  email?: string | null;
  avatar?: string | null;
}

/** People by id; a page loads all of them with one query. */
export const KnownPeople = createContext<ReadonlyMap<string, Person> | undefined>(undefined);

export function useKnownPeople(): ReadonlyMap<string, Person> {
  const people = use(KnownPeople);
  if (!people) throw new Error("ChangeAuthor needs a KnownPeople provider");
  return people;
}

interface ChangeAuthorProps {
  change: {
    created_by?: string | null | undefined;
    external_created_by?: string | null | undefined;
    source?: string | null | undefined;
  };
}

/** The author of a change: a known person, else the name from the source, else the source itself. */
export function ChangeAuthor({ change: { created_by, external_created_by, source } }: ChangeAuthorProps) {
  const person = useKnownPeople().get(created_by ?? "");
  if (person) return <PersonName person={person} />;
  const name = external_created_by ?? source;
  return name ? <Truncated text={name} cut="end" /> : null;
}
