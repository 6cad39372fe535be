import { createContext, use } from "react";
import { PersonName } from "#console/widgets/PersonName.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";

interface Person {
  name: string;
  email?: string | null;
  avatar?: string | null;
}

/** Those who are known here, by id: a page asks for all of them at once. */
export const KnownPeople = createContext<ReadonlyMap<string, Person> | undefined>(undefined);

export function useKnownPeople(): ReadonlyMap<string, Person> {
  const people = use(KnownPeople);
  if (!people) throw new Error("Who did it needs KnownPeople above it");
  return people;
}

interface WhoProps {
  change: {
    created_by?: string | null | undefined;
    external_created_by?: string | null | undefined;
    source?: string | null | undefined;
  };
}

/** Who did it: one of us, somebody in the words of the source, or else the source itself. */
export function Who({ change: { created_by, external_created_by, source } }: WhoProps) {
  const person = useKnownPeople().get(created_by ?? "");
  if (person) return <PersonName person={person} />;
  const words = external_created_by ?? source;
  return words ? <Truncated text={words} className={external_created_by ? "" : "text-muted"} /> : null;
}
