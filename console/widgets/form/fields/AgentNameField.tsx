import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { db, rows } from "#console/client/rows.ts";
import { localAgent } from "#language/local-agent.ts";
import type { FieldProps } from "../Field.tsx";
import { SuggestField } from "./SuggestField.tsx";

const MAX_AGENTS = 500;

const storedAgents = rows(["agents", "choices by name"], () =>
  db
    .from("agents")
    .select("id,name,description")
    .is("deleted_at", null)
    .neq("id", localAgent)
    .order("name")
    .limit(MAX_AGENTS),
);

const thisServer = { value: "local", hint: "This server" };

/** A field for the name of an agent. It also accepts templates and ids. */
export function AgentNameField(field: FieldProps<string>) {
  const [wasOpened, setOpened] = useState(false);
  const { data: agents = [] } = useQuery({ ...storedAgents, enabled: wasOpened });
  return (
    <SuggestField
      {...field}
      suggestions={[
        thisServer,
        ...agents.map(({ name, description }) => ({ value: name, hint: description ?? undefined })),
      ]}
      onOpenChange={(isOpen) => isOpen && setOpened(true)}
    />
  );
}
