import type { ReactNode } from "react";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import type { Topology } from "../../model.ts";
import { typePath } from "../card/card-links.ts";
import { propertyLabel, shownProperties } from "../card/property-value.ts";
import { PropertyText } from "../card/PropertyText.tsx";
import { ComponentActions } from "./ComponentActions.tsx";
import { ComponentStatus } from "../parts/ComponentStatus.tsx";

interface ComponentHeaderProps {
  component: Topology;
  /** The button that shows and hides the details. */
  toggle: ReactNode;
}

/** The type, status and most important values of a component, and its actions. */
export function ComponentHeader({ component, toggle }: ComponentHeaderProps) {
  const { name, text, icon, type, status_reason: reason } = component;
  const { headline } = shownProperties(component.properties);
  return (
    <div className="flex shrink-0 flex-wrap items-start gap-x-3 gap-y-2 border-b border-line px-4 py-3">
      <span className="mt-0.5 flex items-center text-muted shell:mt-0 shell:h-control">
        <AnyIcon name={icon || type || "box"} fallback="box" className="size-6" />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {/* A small screen truncates the page title, so the header starts with the whole name there. */}
        <span aria-hidden className="text-title font-semibold wrap-anywhere shell:hidden">
          {text || name}
        </span>
        {/* As high as the buttons, so that their texts are on one line. */}
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 shell:min-h-control">
          <ComponentStatus component={component} />
          {type && (
            <AddressLink href={typePath(type)} className="min-w-0 truncate text-muted hover:text-text hover:underline">
              {type}
            </AddressLink>
          )}
        </div>
        {reason && <p className="min-w-0 text-muted wrap-anywhere">{reason}</p>}
      </div>
      {headline.length > 0 && (
        <dl className="flex min-w-0 flex-wrap gap-x-6 gap-y-1 max-shell:order-1 max-shell:basis-full">
          {headline.map((shown, index) => (
            <div key={shown.property.name ?? index} className="min-w-0">
              <dt className="truncate text-meta text-muted">{propertyLabel(shown.property)}</dt>
              <dd className="min-w-0 font-medium">
                <PropertyText {...shown} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="flex shrink-0 items-center gap-2">
        <ComponentActions component={component} />
        {toggle}
      </div>
    </div>
  );
}
