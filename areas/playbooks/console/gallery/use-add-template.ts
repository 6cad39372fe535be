import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#console/client/failure.ts";
import { createResource } from "#console/resources/resource-client.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import type { Template } from "./gallery-query.ts";

/** Stores a gallery playbook as an ordinary playbook. */
export function useAddTemplate() {
  const cache = useQueryClient();
  const [adding, setAdding] = useState<string>();
  const add = async ({ name, spec }: Template) => {
    setAdding(name);
    try {
      const { title = name, description, category, icon } = spec;
      await createResource({ table: "playbooks" }, { name, title, description, category, icon, spec, source: "UI" });
      toast.success(`Added ${title}`);
      await Promise.all(
        ["playbook_names", "playbooks"].map((relation) => cache.invalidateQueries({ queryKey: [relation] })),
      );
    } catch (error) {
      toast.error(messageOf(error, `${spec.title ?? name} could not be added`));
    } finally {
      setAdding(undefined);
    }
  };
  return { add: (template: Template) => void add(template), adding };
}
