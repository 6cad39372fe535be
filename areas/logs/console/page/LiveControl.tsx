import { messageOf } from "#console/client/failure.ts";
import { IconButton } from "#console/widgets/IconButton.tsx";
import type { Live } from "../live/use-live.ts";

interface LiveControlProps {
  isLive: boolean;
  live: Live;
  change: (isLive: boolean) => void;
}

/** Switches the live view on and off, shows its state, and pauses it. */
export function LiveControl({ isLive, live, change }: LiveControlProps) {
  const { state, isPaused, pause } = live;
  const words = !isLive ? "Live" : isPaused ? "Paused" : state.state === "live" ? "Live" : stateWords[state.state];
  const isGreen = isLive && state.state === "live" && !isPaused;
  return (
    <span className="flex">
      <button
        type="button"
        aria-pressed={isLive}
        title={
          "error" in state && isLive ? messageOf(state.error) : isLive ? "Stop showing new lines" : "Show new lines"
        }
        onClick={() => change(!isLive)}
        className={`flex h-control items-center gap-2 rounded-md border bg-surface px-3 font-medium whitespace-nowrap max-shell:px-2 transition-colors hover:bg-hover ${isLive ? "rounded-r-none border-line-strong" : "border-line text-muted"}`}
      >
        <span aria-hidden className="relative flex size-2">
          {isGreen && (
            <span className="absolute inset-0 animate-ping rounded-full bg-healthy opacity-60 motion-reduce:hidden" />
          )}
          <span
            className={`relative size-2 rounded-full ${isGreen ? "bg-healthy" : isLive ? "bg-warning" : "bg-unknown"}`}
          />
        </span>
        {words}
      </button>
      {isLive && (
        <IconButton
          icon={isPaused ? "play" : "pause"}
          label={isPaused ? "Resume" : "Pause"}
          onClick={() => pause(!isPaused)}
          className="rounded-l-none border border-l-0 border-line-strong bg-surface"
        />
      )}
    </span>
  );
}

const stateWords = { connecting: "Connecting", lost: "Reconnecting", refused: "Stopped" } as const;
