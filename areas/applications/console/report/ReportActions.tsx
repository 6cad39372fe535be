import { useState } from "react";
import { exchange } from "#console/client/http.ts";
import { messageOf } from "#console/client/failure.ts";
import { Button, buttonLook } from "#console/widgets/Button.tsx";
import { ButtonLink } from "#console/widgets/ButtonLink.tsx";
import { downloadFile } from "#console/widgets/copy-or-save.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import type { Report } from "../../contract.ts";
import { editPath, exportAddress } from "../application-resource.ts";

interface ReportActionsProps {
  report: Report;
  mayWrite: boolean;
  isPaper: boolean;
  togglePaper: () => void;
}

const types = { json: "application/json", html: "text/html", csv: "text/csv" } as const;

/** PDF files come from the print dialog of the browser, so that the file looks like the page. */
const printPage = () => window.print();

export function ReportActions({ report, mayWrite, isPaper, togglePaper }: ReportActionsProps) {
  const [isBusy, setBusy] = useState(false);
  const save = async (format: keyof typeof types) => {
    setBusy(true);
    try {
      const { text } = await exchange(exportAddress(report, format), {});
      downloadFile(`audit-report-${report.generatedAt.slice(0, 10)}.${format}`, text, types[format]);
    } catch (error) {
      toast.error(messageOf(error, "The report could not be exported."));
    } finally {
      setBusy(false);
    }
  };
  const item = (label: string, format: keyof typeof types) => ({
    type: "action" as const,
    label,
    icon: "download" as const,
    run: () => void save(format),
  });
  return (
    <>
      {mayWrite && (
        <ButtonLink href={editPath(report.id)} icon="pencil">
          Edit
        </ButtonLink>
      )}
      <Button icon="scroll-text" aria-pressed={isPaper} onClick={togglePaper}>
        Print View
      </Button>
      <Menu
        label="Export"
        isDisabled={isBusy}
        className={`h-control px-3 ${buttonLook("primary")}`}
        items={[
          { type: "action", label: "Export as PDF", icon: "file", run: printPage },
          { type: "separator" },
          item("Export as JSON", "json"),
          item("Export as HTML", "html"),
          item("Export as CSV", "csv"),
        ]}
      >
        <Icon name="download" size={14} />
        Export
      </Menu>
    </>
  );
}
