import type { ReactNode } from "react";
import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { titleOf } from "#lib/text/words.ts";
import { useShortList } from "../why/short-list.tsx";
import type { Topology } from "../../model.ts";
import type { Distinction } from "../parts/same-names.ts";
import type { CardLinks } from "./card-links.ts";
import { CardLink } from "./CardLink.tsx";
import { propertyLabel, type ShownProperty, shownProperties } from "./property-value.ts";
import { PropertyText } from "./PropertyText.tsx";
import { StatusLines } from "./StatusLines.tsx";

interface ComponentCardProps {
  component: Topology;
  links: CardLinks;
  /** The name of the component's agent; undefined for components of this system. */
  agentName?: string | undefined;
  /** The attribute that distinguishes the component from others with the same name. */
  distinction?: Distinction | undefined;
  /** The menu of its actions. */
  menu?: ReactNode;
}

const SHOWN_PROPERTIES = 6;

const edges = {
  unhealthy: "border-t-unhealthy",
  warning: "border-t-warning",
  healthy: "border-t-healthy",
  unknown: "border-t-line-strong",
} as const;

/** A component with its properties, counts and children. It fills the width of its container. */
export function ComponentCard({ component, links, agentName, distinction, menu }: ComponentCardProps) {
  const { name, text, icon, health = "unknown", status_reason: reason, hidden } = component;
  const { headline, others } = shownProperties(component.properties);
  const title = text || name;
  return (
    <article
      aria-label={title}
      data-health={health}
      className={`@container flex min-w-0 flex-col rounded-lg border border-t-4 border-line bg-surface ${edges[health]}`}
    >
      <header className="flex min-w-0 items-start gap-2 px-3 pt-2 pb-2">
        {icon && <AnyIcon name={icon} fallback="box" className="mt-0.5 size-4 shrink-0" />}
        <div className="min-w-0 flex-1">
          <h2 className="flex min-w-0 items-center gap-1.5 font-medium">
            <StatusMark meaning={health} />
            <span className="sr-only">{titleOf(health)}: </span>
            <CardLink href={links.component(component)} isNewTab={links.isNewTab}>
              <Truncated text={title} />
            </CardLink>
            {distinction && <Chip title={distinction.name}>{distinction.value}</Chip>}
            {agentName !== undefined && <Chip title="Agent">{agentName}</Chip>}
            {hidden && <Chip title="Shown because the preferences include hidden components">hidden</Chip>}
          </h2>
          {reason && (
            <p title={reason} className="truncate text-meta text-muted">
              {reason}
            </p>
          )}
        </div>
        {headline.length > 0 && (
          <div className="hidden max-w-[60%] @min-[26rem]:block">
            <Headline properties={headline} />
          </div>
        )}
        {menu}
      </header>
      <Body component={component} others={others} links={links} />
      {headline.length > 0 && (
        <footer className="mt-auto border-t border-line px-3 py-2 *:justify-start @min-[26rem]:hidden">
          <Headline properties={headline} />
        </footer>
      )}
    </article>
  );
}

const Chip = ({ title, children }: { title: string; children: string }) => (
  <span
    title={title}
    className="max-w-24 shrink-0 truncate rounded-sm border border-line px-1 text-meta font-normal text-muted"
  >
    {children}
  </span>
);

/** The headline properties, each under its label. */
const Headline = ({ properties }: { properties: readonly ShownProperty[] }) => (
  <dl className="flex min-w-0 flex-wrap justify-end gap-x-4 gap-y-1">
    {properties.map((shown, index) => (
      <div key={shown.property.name ?? index} className="min-w-0">
        <dt className="truncate text-meta text-muted">{propertyLabel(shown.property)}</dt>
        <dd className="min-w-0 font-medium">
          <PropertyText {...shown} />
        </dd>
      </div>
    ))}
  </dl>
);

interface BodyProps {
  component: Topology;
  others: readonly ShownProperty[];
  links: CardLinks;
}

/** Properties are on the left and counts on the right; on a narrow card, the counts are below. */
function Body({ component, others, links }: BodyProps) {
  const { shown, more } = useShortList(others, SHOWN_PROPERTIES, { isLow: true });
  return (
    <div className="grid min-w-0 gap-x-4 gap-y-2 px-3 pb-3 empty:hidden @min-[26rem]:has-[>:nth-child(2)]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      {shown.length > 0 && (
        <div className="flex max-h-50 min-w-0 flex-col gap-1 overflow-y-auto">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1">
            {shown.map((property, index) => (
              <div key={property.property.name ?? index} className="contents">
                <dt className="max-w-36 truncate text-muted" title={property.property.name}>
                  {propertyLabel(property.property)}
                </dt>
                <dd className="min-w-0">
                  <PropertyText {...property} />
                </dd>
              </div>
            ))}
          </dl>
          {more}
        </div>
      )}
      <StatusLines component={component} links={links} />
    </div>
  );
}
