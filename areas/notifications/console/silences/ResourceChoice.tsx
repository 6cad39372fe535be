import { ResourceField } from "#console/widgets/form/fields/ResourceField.tsx";
import { SwitchField } from "#console/widgets/form/fields/SwitchField.tsx";
import { Segments } from "#console/widgets/form/Segments.tsx";
import type { MessageKind } from "../../model.ts";
import { searchedWords } from "../parts/message-filters.ts";
import type { SilenceFieldsProps } from "./SilenceFields.tsx";

const kinds = [
  { value: "config", label: "Catalog" },
  { value: "component", label: "Component" },
  { value: "check", label: "Check" },
  { value: "canary", label: "Canary" },
] as const satisfies readonly { value: MessageKind; label: string }[];
const searched = { config: "configs", component: "components", check: "checks", canary: "canaries" } as const;

/** The silenced resource, chosen by name. Choosing another kind clears the resource. */
export const ResourceChoice = ({ draft, change, isReadOnly }: SilenceFieldsProps) => (
  <fieldset className="flex min-w-0 flex-col gap-2">
    <legend className="mb-1 font-medium">Resource</legend>
    <div>
      <Segments
        label="Kind of resource"
        options={kinds}
        value={draft.kind}
        onChange={(kind) => change({ kind, id: undefined })}
        isReadOnly={isReadOnly}
      />
    </div>
    <ResourceField
      key={draft.kind}
      kind={searched[draft.kind]}
      label="Resource"
      isLabelHidden
      help=""
      value={draft.id}
      onChange={(id) => change({ id })}
      isReadOnly={isReadOnly}
      placeholder={`Search ${searchedWords[draft.kind]}`}
    />
    {draft.kind !== "check" && (
      <SwitchField
        label="Recursive"
        help="When selected, the silence will apply to all children of the item"
        value={draft.recursive}
        onChange={(recursive) => change({ recursive: recursive ?? false })}
        isReadOnly={isReadOnly}
      />
    )}
  </fieldset>
);
