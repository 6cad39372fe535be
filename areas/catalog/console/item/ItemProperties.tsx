import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import type { Property } from "#language/columns.ts";
import { propertyLinks, propertyText, shownProperties } from "./property-text.ts";

/** The properties that the source reports for an item. */
export function ItemProperties({ properties }: { properties: readonly Property[] }) {
  const shown = shownProperties(properties);
  if (shown.length === 0) return null;
  return (
    <section aria-label="Properties" className="border-t border-line pt-4">
      <h2 className="mb-2 font-medium">Properties</h2>
      <dl className="flex flex-col gap-1.5">
        {shown.map((property, index) => (
          <div key={property.name ?? index} className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-2">
            <dt title={property.name} className="flex min-w-0 items-start gap-1.5 text-muted">
              {property.icon && <AnyIcon name={property.icon} className="mt-0.5 shrink-0" />}
              <span className="truncate">{property.label ?? property.name}</span>
            </dt>
            <dd className="min-w-0 wrap-anywhere">
              <Value property={property} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Value({ property }: { property: Property }) {
  const links = propertyLinks(property);
  const text = property.type === "url" && links.length > 0 ? "" : propertyText(property);
  return (
    <>
      {property.type === "age" ? (
        <Age since={text} />
      ) : property.type === "badge" ? (
        <span className="rounded-sm border border-line bg-surface px-1.5 text-meta">{text}</span>
      ) : (
        text
      )}
      {links.map(({ url, label }) => (
        <a
          key={url}
          href={url}
          target="_blank"
          rel="noreferrer"
          className="ml-1 inline-flex max-w-full items-center gap-1 text-link first:ml-0 hover:underline"
        >
          <span className="truncate">{label}</span>
          <Icon name="external-link" size={14} />
        </a>
      ))}
    </>
  );
}
