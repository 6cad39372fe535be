import { usePreference } from "#console/preference.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import { refreshIntervals } from "#lib/time/duration.ts";
import { intervalWords, refreshInterval, type RefreshInterval } from "./refresh-interval.ts";

interface RefreshControlProps {
  isFetching: boolean;
  reload: () => unknown;
}

/** Reloads everything, now or at an interval. */
export function RefreshControl({ isFetching, reload }: RefreshControlProps) {
  const interval = usePreference(refreshInterval);
  return (
    <span className="inline-flex items-center">
      <IconButton icon="refresh-cw" label="Refresh" isSpinning={isFetching} onClick={() => void reload()} />
      <Menu
        label={`Refresh every: ${intervalWords(interval)}`}
        className="inline-flex h-control min-w-6 items-center justify-center gap-0.5 rounded-md px-1 text-meta text-muted tabular-nums transition-colors hover:bg-hover hover:text-text active:bg-press aria-expanded:bg-hover"
        items={[
          {
            type: "choice",
            label: "Refresh every",
            value: interval,
            options: refreshIntervals.map((value) => ({ value, label: intervalWords(value) })),
            choose: (value) => refreshInterval.set(value as RefreshInterval),
          },
        ]}
      >
        {interval !== "none" && interval}
        <Icon name="chevron-down" size={14} />
      </Menu>
    </span>
  );
}
