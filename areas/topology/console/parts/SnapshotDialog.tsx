import { useState } from "react";
import { messageOf } from "#console/client/failure.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { SelectField } from "#console/widgets/form/fields/SelectField.tsx";
import { Switch } from "#console/widgets/Switch.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { Problem } from "#language/problem.ts";
import { downloadSnapshot } from "./download-snapshot.ts";

interface SnapshotDialogProps {
  component: { id: string; name: string };
  isOpen: boolean;
  onClose: () => void;
}

const ranges = [
  { value: "15m", label: "15 minutes" },
  { value: "1h", label: "1 hour" },
  { value: "6h", label: "6 hours" },
  { value: "1d", label: "1 day" },
  { value: "7d", label: "7 days" },
];

/**
 * The dialog that downloads a component and its descendants, with catalog items, checks and log lines, as a zip file.
 */
export function SnapshotDialog({ component, isOpen, onClose }: SnapshotDialogProps) {
  const [start, setStart] = useState("15m");
  const [related, setRelated] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      await downloadSnapshot(component, { start, related });
      onClose();
    } catch (error) {
      toast.error(error instanceof Problem ? messageOf(error, FAILED) : FAILED);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="small"
      title={`Download ${component.name} snapshot`}
      description="A zip file with the component, its descendants, and their catalog items, checks and log lines."
      actions={
        <Button look="primary" icon="download" isBusy={isBusy} onClick={() => void download()}>
          {isBusy ? "Downloading..." : "Download"}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <SelectField
          label="Time Range"
          options={ranges}
          value={start}
          onChange={(next) => setStart(next ?? "15m")}
          help="Check results and log lines of this time are included."
          isRequired
        />
        <Switch isOn={related} onChange={setRelated} label="Include related components" />
      </div>
    </Dialog>
  );
}

const FAILED = "Error downloading file";
