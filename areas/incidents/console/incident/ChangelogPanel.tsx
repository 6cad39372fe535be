import { useQuery } from "@tanstack/react-query";
import { Avatar } from "#console/widgets/Avatar.tsx";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { SidePanel } from "#console/widgets/side-panel/SidePanel.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";
import { HypothesisStatusLabel, StatusTag } from "../parts/IncidentBadges.tsx";
import { authorName, type ChangeWords, changeWords } from "./changelog-words.ts";
import { historyOf } from "../parts/incident-query.ts";

/** Everything that happened to an incident, newest first. */
export function ChangelogPanel({ id }: { id: string }) {
  const found = useQuery(historyOf(id));
  const entries = found.data?.flatMap((entry) => {
    const words = changeWords(entry);
    return words ? [{ entry, words }] : [];
  });
  return (
    <SidePanel
      value="changelog"
      title="Changelog"
      icon="history"
      count={entries?.length}
      end={
        <span className="pr-2">
          <IconButton
            icon="refresh-cw"
            label="Refresh"
            size="small"
            isSpinning={found.isFetching}
            onClick={() => void found.refetch()}
          />
        </span>
      }
    >
      {!entries && found.isError ? (
        <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />
      ) : !entries ? (
        <TextSkeleton label="Changelog" lines={4} />
      ) : entries.length === 0 ? (
        <p className="text-muted">No changelog found</p>
      ) : (
        <ol aria-label="Changelog" className="flex flex-col gap-3">
          {entries.map(({ entry, words }) => (
            <li key={entry.id} className="flex min-w-0 gap-2">
              <span className="flex h-5 shrink-0 items-center">
                <Avatar name={authorName(entry)} image={entry.created_by?.avatar ?? null} size="xs" />
              </span>
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere">
                  <span className="font-medium">{authorName(entry)}</span> <Words words={words} />
                </p>
                {words.detail && <p className="text-meta text-muted wrap-anywhere">{words.detail}</p>}
              </div>
              <span className="shrink-0 text-meta text-muted">
                <Elapsed since={entry.created_at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </SidePanel>
  );
}

const Words = ({ words: { text, name, after, status } }: { words: ChangeWords }) => (
  <>
    <span className="text-muted">{text}</span>
    {name && <span className="font-medium"> {name}</span>}
    {after && <span className="text-muted">{after}</span>}
    {status?.of === "incident" && (
      <>
        {" "}
        <StatusTag status={status.value} />
      </>
    )}
    {status?.of === "hypothesis" && (
      <>
        <span className="text-muted"> as: </span>
        <HypothesisStatusLabel status={status.value} />
      </>
    )}
  </>
);
