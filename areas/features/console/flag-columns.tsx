import { PersonName } from "#console/widgets/PersonName.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Switch } from "#console/widgets/Switch.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { aboutProperty, effectOf } from "../model.ts";
import type { Flag } from "./features-query.ts";

const origins = { file: "File", environment: "Environment" } as const;

export const sourceOf = ({ origin }: Pick<Flag, "origin">) => (origin === null ? "Database" : origins[origin]);

interface Options {
  /** Undefined if the user is not allowed to write flags. */
  change: ((flag: Flag, value: string) => void) | undefined;
}

interface Shown extends Options {
  /** Whether a value comes from a file or the environment. Otherwise all sources are equal and take no space. */
  hasSources: boolean;
}

export const flagColumns = ({ change, hasSources }: Shown): readonly Column<Flag>[] => [
  {
    id: "name",
    title: "Name",
    isName: true,
    minWidth: 232,
    cell: ({ name }) => <Truncated text={name} className="font-mono" />,
  },
  {
    id: "value",
    title: "Value",
    width: 136,
    narrow: "status",
    cell: (flag) => <FlagValue flag={flag} change={change} />,
  },
  {
    id: "description",
    title: "Description",
    minWidth: 264,
    narrowCell: ({ name, value, description }) => (effectOf(name, value) ?? description) || unknownWords(name),
    cell: ({ name, value, description }) =>
      description === "" ? (
        <span className="flex min-w-0 items-center gap-1.5 text-warning-text">
          <Icon name="triangle-alert" size={14} className="shrink-0" />
          <span className="min-w-0 truncate">{unknownWords(name)}</span>
        </span>
      ) : (
        // A flag that switches nothing off has no effect now.
        <Truncated
          text={effectOf(name, value) ?? description}
          cut="end"
          className={value === "false" ? "text-muted" : ""}
        />
      ),
  },
  {
    id: "source",
    title: "Source",
    width: 136,
    narrow: "hidden",
    ...(!hasSources && { isHidden: true }),
    value: sourceOf,
    cell: (flag) => <Source flag={flag} />,
  },
  {
    id: "created_by",
    title: "Created By",
    width: 152,
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

interface FlagValueProps extends Options {
  flag: Flag;
}

/** A switch for a boolean value that can be changed here; otherwise the value with its unit. */
function FlagValue({ flag, change }: FlagValueProps) {
  const { name, value, type, origin } = flag;
  if (type === "bool" && (value === "true" || value === "false") && origin === null && change)
    return (
      // The switch is aligned with the values of other rows, which on a phone are aligned to the right.
      <span className="flex items-center gap-2">
        <span className="flex w-8 max-shell:w-11 [&>button]:min-h-6 [&>button]:gap-0 [&>button]:touch-area">
          <Switch
            isOn={value === "true"}
            onChange={(isOn) => change(flag, String(isOn))}
            label={<span className="sr-only">{name}</span>}
          />
        </span>
        <span className="font-mono">{value}</span>
      </span>
    );
  const { unit } = aboutProperty(name);
  return (
    <span className="flex min-w-0 items-baseline gap-1.5 font-mono">
      <Truncated text={value} cut="end" />
      {unit !== undefined && <span className="text-muted">{unit}</span>}
    </span>
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
