import { Icon } from "#console/widgets/Icon.tsx";
import { Progress } from "#console/widgets/Progress.tsx";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { propertyLabel, type ShownProperty } from "./property-value.ts";

interface PropertyTextProps extends ShownProperty {
  /** Whether a long text is wrapped. Default: it is cut to one line. */
  isWhole?: true;
}

/** The value of a property. */
export function PropertyText({ property, value, isWhole }: PropertyTextProps) {
  switch (value.type) {
    case "age":
      // A full timestamp does not fit in the column of a card, so it is shown on hover.
      return (
        <>
          <Elapsed since={value.since} /> ago
        </>
      );
    case "badge":
      return (
        <span className="inline-block max-w-full truncate rounded-sm border border-line bg-surface px-1.5 align-bottom text-meta">
          {value.text}
        </span>
      );
    case "links":
      return (
        <span className="flex min-w-0 flex-wrap gap-x-2">
          {value.links.map(({ url, label }) => (
            <a
              key={url}
              href={url}
              target="_blank"
              rel="noreferrer"
              title={url}
              className="inline-flex max-w-full min-w-0 items-center gap-1 text-link hover:underline"
            >
              <span className="truncate">{label}</span>
              <Icon name="external-link" size={14} />
            </a>
          ))}
        </span>
      );
    case "usage":
      return (
        <span title={value.detail} className="flex min-w-0 items-center gap-2">
          <span className="shrink-0 tabular-nums">{value.text}</span>
          <span className="min-w-10 flex-1">
            <Progress percent={value.percent} label={`${propertyLabel(property)}: ${value.detail}`} />
          </span>
        </span>
      );
    case "text":
      if (isWhole && value.detail === undefined)
        return <span className="wrap-anywhere tabular-nums">{value.text}</span>;
      return value.detail === undefined ? (
        <Truncated text={value.text} className="tabular-nums" />
      ) : (
        <span
          title={value.detail}
          className={`whitespace-nowrap tabular-nums ${value.isHigh ? "font-medium text-unhealthy-text" : ""}`}
        >
          {value.text}
        </span>
      );
  }
}
