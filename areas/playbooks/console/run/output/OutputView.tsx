import { useState } from "react";
import { messageOf } from "#console/client/failure.ts";
import { integer, urlState, useUrl } from "#console/url/url-state.ts";
import { downloadFile } from "#console/widgets/copy-or-save.ts";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { plainText } from "#lib/logs/ansi.ts";
import { LineList } from "./LineList.tsx";
import { LineTools } from "./LineTools.tsx";
import type { OutputState } from "./follow-output.ts";
import type { LineStore } from "./line-store.ts";
import { useLineSearch } from "./use-line-search.ts";
import { useOutput } from "./use-output.ts";

interface OutputViewProps {
  actionId: string;
  /** The name of the downloaded file, without its extension. */
  name: string;
  /** The address of the whole output, once it is stored. */
  download: string | undefined;
}

/** The output of an action, live while it runs. */
export function OutputView({ actionId, name, download }: OutputViewProps) {
  const { store, version, state } = useOutput(actionId);
  return <Lines store={store} version={version} state={state} name={name} download={download} />;
}

interface LinesProps extends Omit<OutputViewProps, "actionId"> {
  store: LineStore;
  version: number;
  /** Undefined for a text that does not grow. */
  state?: OutputState;
}

const lineUrl = urlState({ line: integer(0, { min: 0 }) });
const NO_WORDS: readonly string[] = [];

/** Lines with a search, links to individual lines, and a download. */
export function Lines({ store, version, state, name, download }: LinesProps) {
  const [{ line }, change] = useUrl(lineUrl);
  const [searched, setSearched] = useState("");
  const matches = useLineSearch(store, version, searched);
  const [current, setCurrent] = useState<number>();
  const isLive = state !== undefined && state.state !== "ended";
  const [follows, setFollows] = useState(line === 0);
  const marked = current ?? (line > 0 ? line - 1 : undefined);
  const goTo = (index: number) => {
    setFollows(false);
    setCurrent(index);
  };
  const save = () => {
    const texts = [...store.chunks.map(({ text }) => text), store.rest];
    downloadFile(`${name}.log`, new Blob(texts.map((text) => text.split("\n").map(plainText).join("\n"))));
  };
  return (
    <div className="flex h-full min-h-80 flex-col">
      <LineTools
        searched={searched}
        search={(text) => {
          setSearched(text);
          setCurrent(undefined);
        }}
        matches={matches}
        current={current}
        goTo={goTo}
        state={state}
        isFollowing={isLive ? follows : undefined}
        follow={(next) => {
          setFollows(next);
          if (next) setCurrent(undefined);
        }}
        download={download}
        save={save}
      />
      {state && "error" in state && (
        <p role="status" className="flex items-center gap-2 px-3 py-1">
          <StatusMark meaning="warning" />
          {messageOf(state.error)}
        </p>
      )}
      {store.count === 0 ? (
        <p role="status" className="p-3 text-muted">
          {isLive ? "Waiting for output" : "There is no output."}
        </p>
      ) : (
        <LineList
          label="Output"
          source={store}
          words={searched === "" ? NO_WORDS : [searched]}
          marked={marked}
          onMark={(index) => {
            goTo(index);
            void change({ line: index + 1 }, { replace: true });
          }}
          isFollowing={isLive && follows}
          onFollowing={(next) => isLive && next !== follows && marked === undefined && setFollows(next)}
        />
      )}
    </div>
  );
}
