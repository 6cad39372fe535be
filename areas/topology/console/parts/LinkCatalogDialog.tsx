import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#console/client/failure.ts";
import { refreshed } from "#console/client/query.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { ResourceField } from "#console/widgets/form/fields/ResourceField.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { linkConfig } from "./config-links.ts";

interface LinkCatalogDialogProps {
  component: { id: string; name: string };
  isOpen: boolean;
  onClose: () => void;
}

/** The dialog that links a component to a catalog item. */
export function LinkCatalogDialog({ component, isOpen, onClose }: LinkCatalogDialogProps) {
  const [configId, setConfigId] = useState<string>();
  const [wasSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const cache = useQueryClient();
  const close = () => {
    setConfigId(undefined);
    setSent(false);
    onClose();
  };
  const link = async () => {
    setSent(true);
    if (configId === undefined) return;
    setBusy(true);
    try {
      await linkConfig(component.id, configId);
      toast.success("config link successful");
      close();
      await refreshed(cache, { table: "config_component_relationships" });
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      size="small"
      title="Link to Catalog"
      description={component.name}
      actions={
        <Button look="primary" isBusy={isBusy} onClick={() => void link()}>
          {isBusy ? "Linking.." : "Link"}
        </Button>
      }
    >
      <ResourceField
        kind="configs"
        label="Catalog item"
        value={configId}
        onChange={setConfigId}
        isRequired
        error={wasSent && configId === undefined ? "This field is required" : undefined}
      />
    </Dialog>
  );
}
