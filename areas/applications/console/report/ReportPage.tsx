import { useParams } from "@tanstack/react-router";
import { useActor } from "#console/access/access.ts";
import { useCall } from "#console/client/call.ts";
import { Page } from "#console/shell/Page.tsx";
import { oneOf, urlState, useUrl } from "#console/url/url-state.ts";
import { DetailSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { readReport } from "../../contract.ts";
import { APPLICATIONS } from "../application-resource.ts";
import { ReportActions } from "./ReportActions.tsx";
import { ReportBody } from "./ReportBody.tsx";

const reportUrl = urlState({ print: oneOf(["true", "false"], "false") });

/** The audit report of an application. The report is a snapshot: later changes of rows do not change the page. */
export function ReportPage() {
  const { namespace = "", name = "" } = useParams({ strict: false });
  const [{ print }, change] = useUrl(reportUrl);
  const mayWrite = useActor().can("write", "database");
  const found = useCall(readReport, { params: { namespace, name } }, { relations: ["applications"] });
  const isPaper = print === "true";
  return (
    <Page
      title={name}
      isTitleName
      hasTitleBelow={found.data !== undefined}
      windowTitle={`Application - ${name}`}
      parents={[{ title: "Applications", href: APPLICATIONS }]}
      refresh={found}
      actions={
        found.data && (
          <ReportActions
            report={found.data}
            mayWrite={mayWrite}
            isPaper={isPaper}
            togglePaper={() => void change({ print: isPaper ? "false" : "true" })}
          />
        )
      }
    >
      {found.data ? (
        <ReportBody report={found.data} isPaper={isPaper} />
      ) : (
        <div className="p-4">
          <DetailSkeleton label="the report" />
        </div>
      )}
    </Page>
  );
}
