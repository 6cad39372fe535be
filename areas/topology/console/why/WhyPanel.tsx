import { useId, useState } from "react";
import { useCall } from "#console/client/call.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { NoticeSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { Ago } from "#console/widgets/time/Timestamp.tsx";
import { whyUnhealthy, type WhyAnswer, type WhyCause, type WhyKind } from "../../why.contract.ts";
import { CauseList, Thing } from "./CauseList.tsx";
import { ChangeList } from "./ChangeList.tsx";
import { OwnChange } from "./OwnChange.tsx";

interface WhyPanelProps {
  kind: WhyKind;
  id: string;
  /** Whether the causes are shown at first. Default: only the summary. */
  isOpen?: boolean;
}

/**
 * The tables that health depends on or that record changes. The interval limits the requests, because the search is
 * slow and checks run often.
 */
const FOLLOWED = { relations: ["checks", "components", "config_items", "config_changes"], everyMs: 5000 };

/**
 * Shows why a resource is unhealthy: the probable causes and the changes before. Shows nothing for a healthy resource.
 */
export function WhyPanel({ kind, id, isOpen: isFirstOpen = false }: WhyPanelProps) {
  const found = useCall(whyUnhealthy, { params: { kind, id } });
  useFollowed(found, FOLLOWED);
  const [isOpen, setOpen] = useState(isFirstOpen);
  const content = useId();
  const { data } = found;
  if (!data && found.isError)
    return <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />;
  if (data?.is_unhealthy === false) return null;
  // The skeleton is as high as the summary with the first cause, so that the content below does not move.
  if (!data) return <NoticeSkeleton label="the causes" />;
  return (
    <section aria-label="Why it is unhealthy" className="min-w-0 rounded-md border border-line bg-surface">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={content}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-touch w-full items-start rounded-md px-3 py-2 text-left transition-colors hover:bg-hover"
      >
        <span className="min-w-0 wrap-anywhere">
          <span className="font-medium">Why?</span> <Explanation answer={data} isOpen={isOpen} />
          <Since answer={data} />
          <span className="whitespace-nowrap text-link">{isOpen ? "Hide causes" : "Show causes"}</span>
        </span>
      </button>
      {!isOpen && <Outline answer={data} />}
      <div id={content} hidden={!isOpen}>
        {isOpen && <Details answer={data} />}
      </div>
    </section>
  );
}

/** A closed panel on a phone shows only the first sentence. */
function Explanation({ answer, isOpen }: { answer: WhyAnswer; isOpen: boolean }) {
  const [first, ...others] = explanationOf(answer).split(/(?<=\.) /);
  return (
    <>
      {first} {others.length > 0 && <span className={isOpen ? "" : "max-shell:hidden"}>{others.join(" ")} </span>}
    </>
  );
}

/** The age of the state: "It became unhealthy 5m ago." The pages of checks and components show it themselves. */
const Since = ({ answer: { start, transition } }: { answer: WhyAnswer }) =>
  start.kind === "config" &&
  transition !== null && (
    <>
      It {start.health === "warning" ? "got a warning" : "became unhealthy"} <Ago since={transition} />.{" "}
    </>
  );

/** The summary without its first sentence if that only states the health, which the page shows already. */
function explanationOf({ summary, start: { name } }: Pick<WhyAnswer, "summary" | "start">): string {
  if (!summary.startsWith(`${name} `)) return summary;
  const [, explanation] = /^ [^,.]+\. (.+)$/s.exec(summary.slice(name.length)) ?? [];
  return explanation ?? summary;
}

/** The number of candidates that a closed panel shows if no cause stands out. */
const CANDIDATES = 3;

/**
 * The most probable cause with its reason, or the first candidates, so that users need not open the panel. The resource
 * itself is left out, because it is not an explanation of its own health.
 */
function Outline({ answer }: { answer: WhyAnswer }) {
  const { causes, start } = answer;
  const isStart = ({ kind, id }: WhyCause) => kind === start.kind && id === start.id;
  const [cause] = causes;
  const candidates = causes.filter((candidate) => !isStart(candidate)).slice(0, CANDIDATES);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 px-3 pb-2 empty:hidden [&_a]:-my-0.5 [&_a]:min-h-6">
      {cause && !isStart(cause) ? (
        <>
          <Thing thing={cause} />
          <span
            title={cause.reason}
            className="line-clamp-2 min-w-0 flex-1 basis-104 text-muted wrap-anywhere max-shell:hidden"
          >
            {cause.reason}
          </span>
        </>
      ) : (
        candidates.map((candidate) => <Thing key={`${candidate.kind} ${candidate.id}`} thing={candidate} />)
      )}
    </div>
  );
}

const Details = ({ answer }: { answer: WhyAnswer }) => (
  <div className="flex max-h-[28rem] flex-col gap-4 overflow-y-auto border-t border-line p-3">
    {answer.causes.length > 0 && <CauseList answer={answer} />}
    {answer.is_cause_hidden && (
      <Remark>
        A cause is hidden, because you do not have permission to read it. Ask an administrator for access.
      </Remark>
    )}
    {answer.stopped === "levels" && <Remark>The search stopped after 10 levels, so a cause may be missing.</Remark>}
    {answer.stopped === "nodes" && (
      <Remark>The search stopped after 2,000 resources, so a cause may be missing.</Remark>
    )}
    <ChangeList answer={answer} />
    <OwnChange answer={answer} />
  </div>
);

const Remark = ({ children }: { children: string }) => (
  <p role="note" className="flex items-start gap-2 text-muted">
    <span className="flex h-5 items-center">
      <Icon name="alert-circle" size={14} />
    </span>
    {children}
  </p>
);
