import { Button } from "#console/widgets/Button.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { groupHealth, sizeOf } from "./tally.ts";
import type { Dashboard } from "./use-dashboard.ts";

/** Explains why the list is empty, with the next step. */
export function EmptyWords({ dashboard: { page, checks, arrangement } }: { dashboard: Dashboard }) {
  const { url, view, change } = page;
  if (!arrangement) return null;
  const { tally } = arrangement;
  const left = sizeOf(tally);
  if (checks?.length === 0)
    return <Words title="No data available">There are no checks yet. Their results will appear here.</Words>;
  if (view.hidePassing && url.health === "" && left > 0 && groupHealth(tally) === "healthy")
    return (
      <Words
        isGood
        title={left === 1 ? "The only check is passing" : `All ${left.toLocaleString("en")} checks are passing`}
        action={<Button onClick={() => change({ hidePassing: false })}>Show them</Button>}
      >
        Passing checks are hidden.
      </Words>
    );
  return (
    <Words
      title="No data available"
      action={
        <Button onClick={() => change({ query: undefined, labels: undefined, health: undefined, tab: undefined })}>
          Clear filters
        </Button>
      }
    >
      Nothing matches the filters.
    </Words>
  );
}

interface WordsProps {
  title: string;
  children: string;
  action?: React.ReactNode;
  isGood?: boolean;
}

const Words = ({ title, children, action, isGood = false }: WordsProps) => (
  <div role="status" className="sticky left-0 flex flex-col items-center gap-1 px-4 py-16 text-center">
    {isGood && (
      <span className="mb-2">
        <StatusMark meaning="healthy" size={32} />
      </span>
    )}
    <p className="text-title font-medium">{title}</p>
    <p className="text-muted">{children}</p>
    {action && <div className="mt-3">{action}</div>}
  </div>
);
