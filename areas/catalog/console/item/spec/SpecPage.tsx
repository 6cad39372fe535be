import { useUrl } from "#console/url/url-state.ts";
import { ChangeDialog } from "../../changes/ChangeDialog.tsx";
import type { Item } from "../item-query.ts";
import { ItemFrame } from "../ItemFrame.tsx";
import { CompareDocuments } from "./CompareDocuments.tsx";
import { DocumentView } from "./DocumentView.tsx";
import { specUrl } from "./spec-url.ts";
import { SpecToolbar } from "./SpecToolbar.tsx";

/** The document of an item: the current version, a former version, or a comparison. */
export const SpecPage = () => <ItemFrame>{(item) => <Spec key={item.id} item={item} />}</ItemFrame>;

function Spec({ item }: { item: Item }) {
  const [url, change] = useUrl(specUrl);
  return (
    <div className="flex h-full min-h-0 flex-col gap-2 p-4">
      <SpecToolbar item={item} />
      {url.compare === "yes" ? <CompareDocuments item={item} /> : <DocumentView item={item} />}
      <ChangeDialog id={url.change} close={() => void change({ change: undefined })} />
    </div>
  );
}
