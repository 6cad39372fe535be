import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { messageOf } from "#console/client/failure.ts";
import { refreshed } from "#console/client/query.ts";
import { createResource } from "#console/resources/resource-client.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import type { GalleryView } from "../../contract.ts";
import { DEFAULT_NAMESPACE, viewPath } from "../data/view-ref.ts";
import { viewResource } from "../settings/view-resource.ts";

/** Stores a gallery view as an ordinary view, which appears in the menu. */
export function useAddView() {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [adding, setAdding] = useState<string>();
  const add = async ({ name, title, spec }: GalleryView) => {
    setAdding(name);
    try {
      const { id } = await createResource(viewResource, { name, namespace: DEFAULT_NAMESPACE, spec: inTheMenu(spec) });
      await refreshed(cache, viewResource);
      const open = { label: "Open", run: () => void navigate({ to: viewPath(id) }), isShortcut: true as const };
      toast.success(`Added ${title} to the menu`, open);
    } catch (error) {
      toast.error(messageOf(error, `${title} could not be added`));
    } finally {
      setAdding(undefined);
    }
  };
  return { add: (view: GalleryView) => void add(view), adding };
}

const inTheMenu = (spec: GalleryView["spec"]) => ({
  ...spec,
  display: { ...(spec["display"] as object), sidebar: true },
});
