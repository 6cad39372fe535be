import { PersonName } from "#console/widgets/PersonName.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Switch } from "#console/widgets/Switch.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { aboutProperty, effectOf, switchedBy } from "../model.ts";
import type { Flag } from "./features-query.ts";

const origins = { file: "File", environment: "Environment" } as const;

export const sourceOf = ({ origin }: Pick<Flag, "origin">) => (origin === null ? "Database" : origins[origin]);

interface Options {
  /** Undefined if the user is not allowed to write flags. */
  change: ((flag: Flag, value: string) => void) | undefined;
}

interface Shown extends Options {
  /**
   * Whether at least one value comes from a file or the environment. Otherwise all sources are equal, and the column is
   * hidden.
   */
  hasSources: boolean;
}

export const flagColumns = ({ change, hasSources }: Shown): readonly Column<Flag>[] => [
  {
    id: "name",
    title: "Name",
    isName: true,
    minWidth: 200,
    cell: ({ name }) => <Truncated text={name} className="font-mono" />,
  },
  {
    id: "value",
    title: "Value",
    width: 128,
    narrow: "status",
    cell: (flag) => <FlagValue flag={flag} change={change} />,
  },
  {
    id: "description",
    title: "Effect",
    minWidth: 264,
    share: 2,
    value: ({ name, value, description }) => (effectOf(name, value) ?? description) || unknownWords(name),
    cell: (flag) => <Effect flag={flag} />,
  },
  {
    id: "source",
    title: "Source",
    // As wide as "Database over environment".
    width: 200,
    narrow: "hidden",
    ...(!hasSources && { isHidden: true }),
    value: sourceOf,
    cell: (flag) => <Source flag={flag} />,
  },
  {
    id: "created_by",
    title: "Created By",
    width: 144,
    narrow: "hidden",
    value: ({ created_by }) => created_by?.name,
    cell: ({ created_by: by }) => by && <PersonName person={by} />,
  },
  {
    id: "created_at",
    title: "Created",
    narrow: "hidden",
    width: 112,
    isHidden: true,
    cell: ({ created_at }) => <RowAge since={created_at} />,
  },
  {
    id: "updated_at",
    title: "Updated",
    narrow: "hidden",
    width: 112,
    cell: ({ updated_at }) => <RowAge since={updated_at} />,
  },
];

const unknownWords = (name: string) =>
  name.endsWith(".disable") ? "No feature has this name" : "Quarterdeck does not read this property";

const isSwitched = ({ type, value }: Flag) => type === "bool" && (value === "true" || value === "false");

/** A flag that switches a feature off is true while the feature, and its switch, are off. */
const isOn = ({ name, value }: Flag) => (value === "true") === (switchedBy(name) === undefined);

/** The stored value, with its unit. A boolean value that can be changed here has a switch. */
function FlagValue({ flag, change }: Options & { flag: Flag }) {
  const { name, value, origin, description } = flag;
  const { unit } = aboutProperty(name);
  const hasSwitch = isSwitched(flag) && description !== "" && origin === null && change;
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {hasSwitch && (
        <span className="flex w-8 shrink-0 [&>button]:min-h-6 [&>button]:gap-0 [&>button]:touch-area">
          <Switch
            isOn={isOn(flag)}
            onChange={() => change(flag, String(value === "false"))}
            label={<span className="sr-only">{switchedBy(name) ?? name}</span>}
          />
        </span>
      )}
      <span className={`flex min-w-0 items-baseline gap-1.5 font-mono ${hasSwitch ? "text-muted" : ""}`}>
        <Truncated text={value} cut="end" />
        {unit !== undefined && <span className="text-muted">{unit}</span>}
      </span>
    </span>
  );
}

/** The effect of the value in words. */
function Effect({ flag }: { flag: Flag }) {
  const { name, value, description } = flag;
  if (description === "")
    return (
      <span className="flex min-w-0 items-center gap-1.5 text-warning-text">
        <Icon name="triangle-alert" size={14} className="shrink-0" />
        <span className="min-w-0 truncate">{unknownWords(name)}</span>
      </span>
    );
  return (
    <Truncated
      text={effectOf(name, value) ?? description}
      cut="end"
      className={isSwitched(flag) && !isOn(flag) ? "text-muted" : ""}
    />
  );
}

/** The source of the value. A value that cannot be edited here has a lock, and an overridden value is shown. */
function Source({ flag }: { flag: Flag }) {
  const { origin, overrides } = flag;
  const more =
    origin !== null
      ? `Set by the ${origin}; cannot be edited here`
      : overrides && `Overrides the value ${overrides.value} from the ${overrides.origin}`;
  return (
    <span title={more ?? undefined} className="flex min-w-0 items-center gap-1.5">
      {origin !== null && <Icon name="lock" size={14} className="shrink-0 text-muted" />}
      <span className="min-w-0 truncate">{sourceOf(flag)}</span>
      {overrides && <span className="min-w-0 truncate text-muted">over {overrides.origin}</span>}
    </span>
  );
}
