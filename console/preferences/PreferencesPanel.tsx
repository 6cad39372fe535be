import { type ReactNode, useId } from "react";
import { usePreference } from "#console/preference.ts";
import { theme, themeChoices } from "#console/theme/theme.ts";
import { useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Slider } from "#console/widgets/Slider.tsx";
import { Switch } from "#console/widgets/Switch.tsx";
import { dateFormats } from "#lib/time/dates.ts";
import { CARD_WIDTH, cardWidth, dateFormat, hiddenComponentsUrl, showDeletedConfigs } from "./preferences.ts";
import { TimeZoneSelect } from "./TimeZoneSelect.tsx";

/**
 * Every choice applies immediately, on every page and in every tab. Without a title, the panel is the content of a
 * dialog.
 */
export function PreferencesPanel({ title }: { title?: string }) {
  const [url, change] = useUrl(hiddenComponentsUrl);
  const isDeletedShown = usePreference(showDeletedConfigs);
  return (
    <div className={title === undefined ? "" : "p-4"}>
      {title !== undefined && <h2 className="mb-2 font-semibold">{title}</h2>}
      <Switch
        label="Show hidden components:"
        isOn={url.showHiddenComponents}
        onChange={(showHiddenComponents) => void change({ showHiddenComponents })}
      />
      <Switch label="Show deleted configs:" isOn={isDeletedShown} onChange={showDeletedConfigs.set} />
      <CardWidth />
      <Formats />
      <TimeZone />
      <Themes />
    </div>
  );
}

const Row = ({ children }: { children: ReactNode }) => <div className="mt-3 border-t border-line pt-3">{children}</div>;

function CardWidth() {
  const id = useId();
  const width = usePreference(cardWidth);
  const { min, max, step, standard } = CARD_WIDTH;
  return (
    <Row>
      <div className="flex h-6 items-center justify-between">
        <label htmlFor={id}>Card Width:</label>
        <span className="flex items-center gap-1 tabular-nums">
          {width !== standard && (
            <Button look="quiet" className="h-6 px-2 text-meta" onClick={() => cardWidth.set(standard)}>
              Reset
            </Button>
          )}
          <span>
            {width} <span className="text-muted">px</span>
          </span>
        </span>
      </div>
      <Slider id={id} value={width} onChange={cardWidth.set} {...{ min, max, step }} />
    </Row>
  );
}

/** Shows the same time in each format, in the same way as the manual. */
const hints = {
  short: "1h",
  medium: "Mon 10:30:45",
  full: "Jan 1 10:30:01",
  timestamp: "2025-01-01 10:30:01.999",
} as const;

function Formats() {
  const chosen = usePreference(dateFormat);
  return (
    <Row>
      <fieldset>
        <legend className="mb-1">Date/Time Format:</legend>
        {dateFormats.map((format) => (
          <label key={format} className="flex h-7 min-h-touch items-center gap-2 rounded-sm px-1 hover:bg-hover">
            <input
              type="radio"
              name="date-format"
              checked={format === chosen}
              onChange={() => dateFormat.set(format)}
              // Pressing the default format sets it explicitly, because lists show ages until a format is set.
              onClick={() => dateFormat.set(format)}
              className="size-3.5 accent-accent"
            />
            <span className="flex-1 capitalize">{format}</span>
            <span className="font-mono text-meta text-muted">{hints[format]}</span>
          </label>
        ))}
      </fieldset>
    </Row>
  );
}

function TimeZone() {
  const id = useId();
  return (
    <Row>
      <label htmlFor={id} className="mb-1.5 block">
        Timezone:
      </label>
      <TimeZoneSelect id={id} />
    </Row>
  );
}

const themeIcons = { light: "sun", dark: "moon", system: "monitor" } as const;

function Themes() {
  const chosen = usePreference(theme);
  return (
    <Row>
      <fieldset className="flex items-center justify-between">
        <legend className="float-left">Theme:</legend>
        <span className="flex rounded-md border border-line p-0.5">
          {themeChoices.map((choice) => (
            <label
              key={choice}
              className="flex h-6 items-center gap-1.5 rounded-sm px-2 text-muted capitalize hover:text-text has-checked:bg-selected has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="theme"
                checked={choice === chosen}
                onChange={() => theme.set(choice)}
                className="sr-only"
              />
              <Icon name={themeIcons[choice]} size={14} />
              {choice}
            </label>
          ))}
        </span>
      </fieldset>
    </Row>
  );
}
