import { useQuery } from "@tanstack/react-query";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { Slot, useSlot } from "#console/shell/Slot.tsx";
import { SeverityBadge, Status } from "#console/widgets/badge/Badges.tsx";
import { DataViewer } from "#console/widgets/code/DataViewer.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { Html } from "#console/widgets/text/Formatted.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { ConfigLink } from "../parts/ConfigLink.tsx";
import { Fact, Facts, TitledPart, hasContent } from "../parts/Facts.tsx";
import { InsightType } from "./InsightType.tsx";
import { type InsightDetail, oneInsight } from "./insights-query.ts";

interface InsightDialogProps {
  /** The id of the open insight; empty for none. */
  id: string;
  close: () => void;
}

/** Details of an insight. */
export function InsightDialog({ id, close }: InsightDialogProps) {
  const found = useQuery({ ...oneInsight(id), enabled: id !== "" });
  const insight = found.data?.[0];
  const hasActions = useSlot("config_analysis.actions").length > 0;
  return (
    <Dialog
      isOpen={id !== ""}
      onClose={close}
      size="large"
      title={insight?.analyzer ?? "Insight"}
      description={
        insight?.config && (
          <ConfigLink
            id={insight.config.id}
            name={insight.config.name}
            type={insight.config.type}
            deletedAt={insight.config.deleted_at}
            isMarked
          />
        )
      }
      actions={
        hasActions &&
        insight && <Slot name="config_analysis.actions" of={{ id: insight.id, config_id: insight.config_id }} />
      }
    >
      {insight ? (
        <Details insight={insight} />
      ) : found.isError ? (
        <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />
      ) : found.isSuccess ? (
        <p>This insight no longer exists. Insights are removed together with their item.</p>
      ) : (
        <TextSkeleton label="The insight" lines={8} />
      )}
    </Dialog>
  );
}

function Details({ insight }: { insight: InsightDetail }) {
  const { analysis_type, severity, status, source, summary, message, analysis, first_observed, last_observed } =
    insight;
  return (
    <div className="flex flex-col gap-4">
      <Facts>
        <Fact name="Type">
          <InsightType type={analysis_type} />
        </Fact>
        <Fact name="Severity">{severity && <SeverityBadge severity={severity} />}</Fact>
        <Fact name="Status">
          <Status status={status} />
        </Fact>
        <Fact name="First Observed">
          <Timestamp at={first_observed} />
        </Fact>
        <Fact name="Last Observed">
          <Timestamp at={last_observed} />
        </Fact>
        <Fact name="Source">{source}</Fact>
        <Fact name="Summary">{summary}</Fact>
      </Facts>
      {message && <Html text={message} />}
      {hasContent(analysis) && (
        <TitledPart title="Analysis">
          <DataViewer title="Analysis" value={analysis} className="max-h-[50dvh]" />
        </TitledPart>
      )}
    </div>
  );
}
