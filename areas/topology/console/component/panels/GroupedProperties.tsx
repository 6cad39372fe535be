import { groupByPrefix } from "#console/widgets/labels/label-groups.ts";
import { propertyLabel, type ShownProperty } from "../../card/property-value.ts";
import { PropertyText } from "../../card/PropertyText.tsx";

/** All properties of a component, grouped by the first part of their names, such as `disk` of `disk/size`. */
export function GroupedProperties({ properties }: { properties: readonly ShownProperty[] }) {
  const groups = groupByPrefix(properties.map((shown) => [shown.property.name ?? "", shown] as const));
  if (groups.length === 0) return null;
  return (
    <section aria-label="Properties" className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="font-medium">Properties</h3>
      {groups.map(({ title, lines }) => (
        <div key={title} className="min-w-0">
          {title !== "" && (
            <h4 title={title} className="mb-1 truncate text-meta text-muted">
              {title}
            </h4>
          )}
          <dl className="flex flex-col gap-1.5">
            {lines.map(({ label, value, second }, index) => (
              <div key={`${label} ${index}`} className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-2">
                <Line label={label} shown={value} />
                {second && <Line label={second.label} shown={second.value} />}
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}

/** `label` is the name without the title of the group. */
const Line = ({ label, shown }: { label: string; shown: ShownProperty }) => (
  <>
    <dt title={shown.property.name} className="truncate text-muted">
      {propertyLabel({ ...shown.property, name: label })}
    </dt>
    <dd className="min-w-0">
      <PropertyText {...shown} isWhole />
    </dd>
  </>
);
