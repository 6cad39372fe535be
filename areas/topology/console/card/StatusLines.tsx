import type { ReactNode } from "react";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { HealthBar } from "#console/widgets/HealthBar.tsx";
import { Icon, type IconName } from "#console/widgets/Icon.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { titleOf } from "#lib/text/words.ts";
import { useShortList } from "../why/short-list.tsx";
import type { Topology } from "../../model.ts";
import type { CardLinks } from "./card-links.ts";
import { CardLink } from "./CardLink.tsx";
import { type SeverityCount, type StatusLine, statusLines } from "./status-lines.ts";

interface StatusLinesProps {
  component: Topology;
  links: CardLinks;
}

const SHOWN = 5;

/** The counts of a component and of its children, one per line. */
export function StatusLines({ component, links }: StatusLinesProps) {
  const { shown, more } = useShortList(statusLines(component), SHOWN, { isLow: true });
  if (shown.length === 0) return null;
  return (
    <div className="flex max-h-50 min-w-0 flex-col gap-1 overflow-y-auto">
      <ul aria-label={`State of ${component.name}`} className="flex min-w-0 flex-col gap-1">
        {shown.map((line) => (
          <li key={keyOf(line)} className="flex min-h-6 min-w-0 items-center gap-2">
            <Line line={line} of={component} links={links} />
          </li>
        ))}
      </ul>
      {more}
    </div>
  );
}

const keyOf = (line: StatusLine) =>
  line.type === "child" ? line.child.id : line.type === "incidents" ? `incidents ${line.of}` : line.type;

function Line({ line, of, links }: { line: StatusLine; of: Topology; links: CardLinks }) {
  const { id } = of;
  // The pages of other resources require a session.
  const healthHref = (to: Topology, from?: string) =>
    links.isNewTab ? {} : { hrefOf: (health: string) => links.component(to, { health, from }) };
  switch (line.type) {
    case "insights":
      return (
        <>
          <Label icon="lightbulb" href={links.insights?.(id)}>
            Insights
          </Label>
          <SeverityPills counts={line.counts} hrefOf={links.insights && ((counted) => links.insights!(id, counted))} />
        </>
      );
    case "components":
      return (
        <>
          <Label icon="boxes">Components</Label>
          <Pills>
            <HealthBar label="Components by health" counts={line.counts} {...healthHref(of)} />
          </Pills>
        </>
      );
    case "checks":
      return (
        <>
          <Label icon="heart-pulse" href={links.checks?.()}>
            Health Checks
          </Label>
          <Pills>
            <HealthBar label="Health checks by health" counts={line.counts} />
          </Pills>
        </>
      );
    case "incidents":
      return (
        <>
          <Label icon="siren" href={links.incidents?.(id, { type: line.of })}>
            {line.label}
          </Label>
          <SeverityPills
            counts={line.counts}
            hrefOf={links.incidents && ((counted) => links.incidents!(id, counted))}
          />
        </>
      );
    case "child":
      return (
        <>
          <span className="flex min-w-0 flex-1 items-center gap-1.5">
            <StatusMark meaning={line.child.health ?? "unknown"} />
            <span className="sr-only">{titleOf(line.child.health ?? "unknown")}: </span>
            {line.child.icon && <AnyIcon name={line.child.icon} fallback="box" className="size-4 shrink-0" />}
            <CardLink href={links.component(line.child, { from: id })} isNewTab={links.isNewTab}>
              <Truncated text={line.child.text ?? line.child.name} />
            </CardLink>
          </span>
          <Pills>
            <HealthBar
              label={`Components of ${line.child.name}`}
              counts={line.counts}
              {...healthHref(line.child, id)}
            />
          </Pills>
        </>
      );
  }
}

function Label({ icon, href, children }: { icon: IconName; href?: string | undefined; children: string }) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-1.5">
      <Icon name={icon} size={14} className="text-muted" />
      {href === undefined ? (
        <span className="truncate">{children}</span>
      ) : (
        <AddressLink href={href} className="truncate hover:text-link hover:underline">
          {children}
        </AddressLink>
      )}
    </span>
  );
}

const Pills = ({ children }: { children: ReactNode }) => <span className="flex shrink-0">{children}</span>;

const looks: Readonly<Record<string, string>> = {
  critical: "bg-unhealthy/15 text-unhealthy-text",
  blocker: "bg-unhealthy/15 text-unhealthy-text",
  high: "bg-warning/15 text-warning-text",
  warning: "bg-warning/15 text-warning-text",
  medium: "bg-healthy/15 text-healthy-text",
};

interface SeverityPillsProps {
  counts: readonly SeverityCount[];
  hrefOf: ((of: { type: string; severity: string }) => string) | undefined;
}

const SeverityPills = ({ counts, hrefOf }: SeverityPillsProps) => (
  <ul className="flex h-5 min-w-0 shrink gap-1 overflow-hidden">
    {counts.map(({ type, severity, count }) => {
      const look = `flex h-full items-center rounded-full px-1.5 text-meta tabular-nums ${looks[severity] ?? "bg-sunken text-unknown-text"}`;
      const text = `${titleOf(type)}, ${severity}: ${count.toLocaleString("en")}`;
      return (
        <li key={`${type} ${severity}`} title={text} className="shrink-0">
          {hrefOf ? (
            <AddressLink
              href={hrefOf({ type, severity })}
              aria-label={text}
              className={`${look} -outline-offset-2 hover:underline`}
            >
              {count.toLocaleString("en")}
            </AddressLink>
          ) : (
            <span className={look}>
              <span className="sr-only">{text.slice(0, text.lastIndexOf(":") + 1)} </span>
              {count.toLocaleString("en")}
            </span>
          )}
        </li>
      );
    })}
  </ul>
);
