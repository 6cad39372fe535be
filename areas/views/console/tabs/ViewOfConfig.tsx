import { useQuery } from "@tanstack/react-query";
import { messageOf } from "#console/client/failure.ts";
import { Notice } from "#console/shell/Notice.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import type { ListedView } from "../../contract.ts";
import { useView } from "../data/use-view.ts";
import { FirstData } from "../page/FirstData.tsx";
import { Sections } from "../page/Sections.tsx";
import { ViewContent } from "../page/ViewContent.tsx";
import { viewsOfConfig } from "./view-tabs.ts";

/** A view on a tab of a catalog item. The item sets the values of its variables. */
export function ViewOfConfig({ id, part }: { id: string; part?: string }) {
  const found = useQuery(viewsOfConfig(id));
  const view = found.data?.find((one) => one.id === part);
  if (!found.data) return <FirstData refresh={found} isSlow={false} />;
  if (!view) return <Notice title="View not found">The view is not a tab of this item, or you may not read it.</Notice>;
  return <Shown key={view.id} view={view} />;
}

function Shown({ view }: { view: ListedView }) {
  const { answer, isOutdated, isSlow, refresh, values, choose } = useView(view, view.variables);
  if (!answer) return <FirstData refresh={refresh} isSlow={isSlow} />;
  return (
    <div className="h-full overflow-y-auto pb-4">
      <div className="flex justify-end pb-2">
        {refresh.isError && (
          <p role="status" className="mr-auto flex items-center gap-2 text-warning-text">
            <StatusMark meaning="warning" />
            {messageOf(refresh.error)}
          </p>
        )}
        <IconButton
          icon="refresh-cw"
          label={`Refresh ${answer.title}`}
          isSpinning={refresh.isFetching}
          onClick={() => void refresh.refetch()}
        />
      </div>
      <ViewContent
        answer={answer}
        values={values}
        choose={(key, value) => choose(answer.variables, key, value)}
        fixed={view.variables}
        isOutdated={isOutdated}
      >
        <Sections answer={answer} fixed={view.variables} />
      </ViewContent>
    </div>
  );
}
