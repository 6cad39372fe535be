// Fields to choose people, teams and agents by name; the value is the id.
import type { ReactNode } from "react";
import { http } from "#console/client/http.ts";
import { Avatar } from "#console/widgets/Avatar.tsx";
import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import type { Tables } from "#generated/tables.ts";
import type { FieldProps } from "../Field.tsx";
import type { OptionSource } from "../option-source.ts";
import { findRows, optionQueries, rowById } from "../row-query.ts";
import { AsyncSelectField } from "./AsyncSelectField.tsx";

/** The columns that each query selects. */
type Relation = keyof typeof optionQueries;
type Selected<R extends Relation> = (typeof optionQueries)[R]["columns"][number];
type Person = Pick<Tables["people"]["Row"], Selected<"people">>;
type Team = Pick<Tables["teams"]["Row"], Selected<"teams">>;
type Agent = Pick<Tables["agents"]["Row"], Selected<"agents">>;

interface OptionLook {
  hint?: string | null;
  picture?: ReactNode;
}

function sourceOf<Row extends { id: string; name: string }>(relation: Relation, draw: (row: Row) => OptionLook) {
  const path = `/api/db/${relation}`;
  const query = optionQueries[relation];
  const optionOf = (row: Row) => {
    const { hint, picture } = draw(row);
    return { value: row.id, label: row.name, hint: hint ?? undefined, picture };
  };
  const source: OptionSource = {
    key: [relation],
    find: async (text, signal) =>
      (await http<Row[]>("GET", path, { query: findRows(query, text), signal })).map(optionOf),
    get: async (id, signal) => (await http<Row[]>("GET", path, { query: rowById(query, id), signal })).map(optionOf)[0],
  };
  return source;
}

const people = sourceOf<Person>("people", ({ name, email, avatar }) => ({
  hint: email,
  picture: <Avatar name={name} image={avatar} size="xs" />,
}));
const teams = sourceOf<Team>("teams", ({ icon }) => ({ picture: <TechnologyIcon name={icon} secondary="group" /> }));
const agents = sourceOf<Agent>("agents", ({ description }) => ({ hint: description }));

export const PersonField = (props: FieldProps<string>) => <AsyncSelectField {...props} source={people} />;
export const TeamField = (props: FieldProps<string>) => <AsyncSelectField {...props} source={teams} />;
export const AgentField = (props: FieldProps<string>) => <AsyncSelectField {...props} source={agents} />;
