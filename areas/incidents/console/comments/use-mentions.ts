// The people that a comment can mention, and the state of the list while a mention is typed.
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { db, rows } from "#console/client/rows.ts";
import { mentionAt, type Mentioned } from "./mentions.ts";

const SHOWN = 8;

const mentionable = rows(["people", "mentions"], () =>
  db.from("people").select("id,name,avatar").is("type", null).is("deleted_at", null).order("name").limit(500),
);

/** `cursor` is undefined while the list must stay closed. */
export function useMentions(text: string, cursor: number | undefined) {
  const typed = cursor === undefined ? undefined : mentionAt(text, cursor);
  const { data } = useQuery({ ...mentionable, enabled: typed !== undefined });
  const [chosen, setChosen] = useState<readonly Mentioned[]>([]);
  const [at, setAt] = useState(0);
  const word = typed?.word.toLowerCase();
  const offered = useMemo(
    () =>
      word === undefined ? [] : (data ?? []).filter(({ name }) => name.toLowerCase().includes(word)).slice(0, SHOWN),
    [data, word],
  );
  return {
    chosen,
    offered,
    highlighted: Math.min(at, offered.length - 1),
    move: (step: number) => setAt((offered.length + Math.min(at, offered.length - 1) + step) % offered.length),
    /** Returns the text with the inserted name, and the cursor position after the name. */
    choose: (person: Mentioned) => {
      if (!typed || cursor === undefined) return { text, cursor: cursor ?? text.length };
      setChosen([...chosen.filter(({ id }) => id !== person.id), { id: person.id, name: person.name }]);
      setAt(0);
      const before = `${text.slice(0, typed.from)}@${person.name} `;
      return { text: before + text.slice(cursor), cursor: before.length };
    },
    clear: () => setChosen([]),
  };
}
