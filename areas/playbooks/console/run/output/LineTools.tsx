import { SearchBox } from "#console/widgets/filter/SearchBox.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { copyText } from "#console/widgets/copy-or-save.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import { Toggle } from "#console/widgets/Toggle.tsx";
import type { OutputState } from "./follow-output.ts";
import { MAX_MATCHES, type Matches } from "./search-lines.ts";

interface LineToolsProps {
  searched: string;
  search: (text: string) => void;
  matches: Matches;
  /** The line that is highlighted as the current match. */
  current: number | undefined;
  goTo: (line: number) => void;
  state: OutputState | undefined;
  /** Undefined if the output no longer grows. */
  isFollowing: boolean | undefined;
  follow: (isFollowing: boolean) => void;
  download: string | undefined;
  save: () => void;
}

/** The search, follow, download and link-to-line buttons. */
export function LineTools(props: LineToolsProps) {
  const { searched, search, matches, current, goTo, state, isFollowing, follow, download, save } = props;
  const at = current === undefined ? -1 : matches.lines.indexOf(current);
  const step = (by: number) => {
    const { length } = matches.lines;
    if (length === 0) return;
    const next = at < 0 ? (by > 0 ? 0 : length - 1) : (at + by + length) % length;
    goTo(matches.lines[next]!);
  };
  const copyLink = async (line: number) => {
    const address = new URL(location.href);
    address.searchParams.set("line", String(line + 1));
    if (await copyText(address.href)) toast.success("Copied the link to this line");
  };
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-2">
      <SearchBox
        label="Search the output"
        value={searched}
        change={search}
        delayMs={200}
        className="w-56 max-shell:min-w-32 max-shell:flex-1"
      />
      {searched !== "" && (
        <span className="flex items-center">
          <span role="status" className="px-1 text-meta text-muted tabular-nums">
            {matches.lines.length === 0
              ? matches.isPending
                ? "Searching"
                : "No matches"
              : `${at < 0 ? "" : `${at + 1} of `}${matches.isCut ? `${MAX_MATCHES.toLocaleString("en")}+` : matches.lines.length.toLocaleString("en")}`}
          </span>
          <IconButton icon="chevron-up" label="Previous match" onClick={() => step(-1)} />
          <IconButton icon="chevron-down" label="Next match" onClick={() => step(1)} />
        </span>
      )}
      <span className="ml-auto flex items-center gap-2">
        {state && <span className="text-meta text-muted">{words[state.state]}</span>}
        {isFollowing !== undefined && (
          <Toggle isOn={isFollowing} onChange={follow} title="Keep the last line in view">
            Follow
          </Toggle>
        )}
        {current !== undefined && (
          <IconButton icon="link" label="Copy link to the line" onClick={() => void copyLink(current)} />
        )}
        {download === undefined ? (
          <Button icon="download" onClick={save}>
            Download
          </Button>
        ) : (
          <a
            href={download}
            download
            className="inline-flex h-control items-center gap-2 rounded-md border border-line bg-surface px-3 font-medium hover:bg-hover"
          >
            <Icon name="download" size={14} />
            Download
          </a>
        )}
      </span>
    </div>
  );
}

const words: Readonly<Record<OutputState["state"], string>> = {
  connecting: "Connecting",
  live: "Live",
  ended: "",
  lost: "Reconnecting",
  refused: "Stopped",
};
