import { useUrl } from "#console/url/url-state.ts";
import type { CheckDetail } from "./check-query.ts";
import { runUrl } from "./check-url.ts";
import { CompareRuns } from "./CompareRuns.tsx";
import { RunDetails } from "./RunDetails.tsx";

/** Shows the run in the URL, or the two compared runs. */
export function OpenRuns({ check: { id, name } }: { check: CheckDetail }) {
  const [{ run, compare }, change] = useUrl(runUrl);
  return (
    <>
      <RunDetails checkId={id} name={name} time={run} close={() => void change({ run: undefined })} />
      <CompareRuns
        checkId={id}
        name={name}
        times={compare === "" ? NONE : compare.split("_")}
        close={() => void change({ compare: undefined })}
      />
    </>
  );
}

const NONE: readonly string[] = [];
