import { useActor } from "#console/access/access.ts";
import { useResourceList } from "#console/resources/ResourceList.tsx";
import { Page } from "#console/shell/Page.tsx";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Gallery } from "./Gallery.tsx";
import { viewResource } from "./view-resource.ts";

const galleryUrl = urlState({ gallery: text(), search: text() });

/** The list of views. If there are no views, the page shows the gallery of ready-made views. */
export function ViewsPage() {
  const { content, actions, refresh } = useResourceList(viewResource);
  const mayWrite = useActor().can("write", "views");
  const [{ gallery, search }, change] = useUrl(galleryUrl);
  const isEmpty = refresh.data?.total === 0 && search === "";
  const isGallery = mayWrite && (isEmpty || gallery === "open");
  return (
    <Page
      title={viewResource.title}
      refresh={refresh}
      actions={
        <>
          {mayWrite && !isGallery && (
            <Button icon="book-open" onClick={() => void change({ gallery: "open" })}>
              Gallery
            </Button>
          )}
          {actions}
        </>
      }
    >
      {isGallery ? (
        <div className="p-4">
          <Gallery isFirst={isEmpty} close={() => void change({ gallery: undefined })} />
        </div>
      ) : (
        content
      )}
    </Page>
  );
}
