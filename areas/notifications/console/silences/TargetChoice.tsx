import { Field } from "#console/widgets/form/Field.tsx";
import { ChoicesField } from "#console/widgets/form/fields/ChoicesField.tsx";
import type { Json } from "#language/columns.ts";
import { isSameJson } from "#lib/json/json.ts";
import { attributesOf, type Silenceable } from "./silenced-parents.ts";
import type { SilenceFieldsProps } from "./SilenceFields.tsx";

interface TargetChoiceProps extends SilenceFieldsProps {
  /** From the root to the resource in the link. */
  resources: readonly Silenceable[];
}

const kindWords = { config: "", component: "", check: "", canary: "all its checks" } as const;

/**
 * The resource in the link, or an ancestor of the resource with all descendants, and attributes that select further
 * resources.
 */
export function TargetChoice({ draft, change, problems, resources }: TargetChoiceProps) {
  const own = resources.at(-1)!;
  const attributes = attributesOf(resources);
  const selectors = draft.selectors ?? [];
  const chosen = attributes.filter(({ selector }) => selectors.some((one) => isSameJson(one, selector)));
  const choose = ({ kind, id }: Silenceable) => change({ kind, id, recursive: kind !== "check" && id !== own.id });
  const toggle = (labels: readonly unknown[] = []) => {
    const others = selectors.filter((one) => !attributes.some(({ selector }) => isSameJson(one, selector)));
    const next: Json[] = [
      ...others,
      ...attributes.filter(({ label }) => labels.includes(label)).map(({ selector }) => selector),
    ];
    change({ selectors: next.length === 0 ? undefined : next });
  };
  return (
    <>
      <Field label="Resource" isGroup error={draft.id === undefined ? problems.target : undefined}>
        {() => (
          <div className="flex flex-col rounded-md border border-line bg-surface">
            {resources.map((resource, index) => (
              <Option
                key={resource.id}
                isChecked={draft.id === resource.id}
                choose={() => choose(resource)}
                depth={index}
                name={resource.name}
                detail={[
                  resource.type,
                  resource.id === own.id
                    ? kindWords[resource.kind]
                    : kindWords[resource.kind] || "with everything below",
                ]
                  .filter(Boolean)
                  .join(", ")}
              />
            ))}
            <Option
              isChecked={draft.id === undefined}
              choose={() => change({ id: undefined, recursive: false })}
              depth={0}
              name="All"
              detail="resources with one of the attributes"
            />
          </div>
        )}
      </Field>
      {attributes.length > 0 && (
        <ChoicesField
          label="Attributes"
          options={attributes.map(({ label }) => ({ value: label }))}
          value={chosen.map(({ label }) => label)}
          onChange={toggle}
          help={
            draft.id === undefined
              ? "Every resource with one of these attributes is silenced."
              : "Every resource with one of these attributes is silenced, too."
          }
        />
      )}
    </>
  );
}

interface OptionProps {
  isChecked: boolean;
  choose: () => void;
  depth: number;
  name: string;
  detail: string;
}

const Option = ({ isChecked, choose, depth, name, detail }: OptionProps) => (
  <label className="flex min-h-touch cursor-pointer items-center gap-2 border-b border-line px-3 py-1.5 last:border-b-0 hover:bg-hover has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus">
    <input type="radio" name="silenced" checked={isChecked} onChange={choose} className="accent-accent" />
    <span style={{ paddingLeft: `${Math.min(depth, 6) * 12}px` }} className="min-w-0 wrap-anywhere">
      {name} <span className="text-meta text-muted">{detail}</span>
    </span>
  </label>
);
