import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { ask, useCall } from "#console/client/call.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { UnsavedGuard } from "#console/widgets/dialog/UnsavedGuard.tsx";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { areaLook } from "#console/widgets/form/control-look.ts";
import { Segments } from "#console/widgets/form/Segments.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { Markdown } from "#console/widgets/text/Formatted.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { type Postmortem, readPostmortem, writePostmortem } from "../../contract/afterwards.ts";
import { reportFailure } from "../parts/incident-writes.ts";

/** The post-mortem of an incident: a draft from its data, which people edit and publish. */
export function PostmortemTab({ id }: { id: string }) {
  const found = useCall(readPostmortem, { params: { id } });
  if (!found.data && found.isError)
    return (
      <div className="mx-auto max-w-xl p-6">
        <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />
      </div>
    );
  return (
    <div className="flex min-w-0 flex-col gap-4 p-4">
      {found.data ? <Editor id={id} stored={found.data} /> : <TextSkeleton label="The post-mortem" lines={12} />}
    </div>
  );
}

function Editor({ id, stored }: { id: string; stored: Postmortem }) {
  const mayWrite = useActor().can("write", "incident");
  const cache = useQueryClient();
  const [typed, setTyped] = useState<string>();
  // The version that the person started editing. The page refetches the post-mortem during the edit, so the current
  // version can be newer.
  const [version, setVersion] = useState<string | null>();
  const [view, setView] = useState<"read" | "edit">("read");
  const [busy, setBusy] = useState<"save" | "publish">();
  const [isAsking, setAsking] = useState(false);
  const text = typed ?? stored.markdown;
  const isDirty = typed !== undefined && typed !== stored.markdown;
  const save = async (publish: boolean) => {
    setBusy(publish ? "publish" : "save");
    try {
      await ask(
        writePostmortem,
        { params: { id }, body: { markdown: text, publish } },
        { version: isDirty ? version : stored.updated_at },
      );
      await cache.invalidateQueries({ queryKey: ["call", readPostmortem.method, readPostmortem.path] });
      setTyped(undefined);
      toast.success(publish ? "Post-mortem published" : "Post-mortem saved");
      if (publish) setView("read");
    } catch (error) {
      reportFailure(error, "The post-mortem was not saved");
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {mayWrite && (
          <Segments
            label="View"
            value={view}
            options={[
              { value: "read", label: "Read" },
              { value: "edit", label: "Edit" },
            ]}
            onChange={setView}
          />
        )}
        <span role="status" className="min-w-0 flex-1 text-muted max-shell:order-last max-shell:basis-full">
          <State stored={stored} isDirty={isDirty} />
        </span>
        {mayWrite && (
          <>
            <Button isBusy={busy === "save"} disabled={!isDirty} onClick={() => void save(false)}>
              Save
            </Button>
            <Button look="primary" isBusy={busy === "publish"} onClick={() => setAsking(true)}>
              {stored.published_at ? "Publish again" : "Publish"}
            </Button>
          </>
        )}
      </div>
      {view === "edit" && mayWrite ? (
        <div className="grid min-h-0 gap-4 min-[64rem]:grid-cols-2">
          <textarea
            aria-label="Post-mortem in Markdown"
            value={text}
            spellCheck
            onChange={({ target }) => {
              if (!isDirty) setVersion(stored.updated_at);
              setTyped(target.value);
            }}
            className={`${areaLook} min-h-[60dvh] font-mono text-[0.8125rem]/5`}
          />
          <section
            aria-label="Preview"
            className="max-h-[70dvh] min-w-0 overflow-y-auto rounded-md border border-line bg-surface p-4 max-[64rem]:hidden"
          >
            <Markdown text={text} className="wrap-anywhere" />
          </section>
        </div>
      ) : text.trim() === "" ? (
        <p className="py-10 text-center text-muted">The post-mortem is empty.</p>
      ) : (
        <Markdown text={text} className="max-w-3xl wrap-anywhere" />
      )}
      <UnsavedGuard isDirty={isDirty} params={["tab"]} />
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        look="approve"
        title="Publish the post-mortem?"
        confirmLabel="Publish"
        onConfirm={() => save(true)}
      >
        Everyone who can read the incident sees it. It can be edited and published again.
      </Confirm>
    </>
  );
}

function State({ stored, isDirty }: { stored: Postmortem; isDirty: boolean }) {
  const { published_at: publishedAt, published_by: publisher, isDraft } = stored;
  return (
    <>
      {publishedAt ? (
        <>
          Published <Timestamp at={publishedAt} />
          {publisher && ` by ${publisher.name}`}
          {isDraft && "; later changes are not published"}
        </>
      ) : (
        "Draft from the data of the incident, not published"
      )}
      {isDirty && "; unsaved changes"}
    </>
  );
}
