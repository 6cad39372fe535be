import { usePageAction } from "#console/palette/page-actions.ts";
import { Page } from "#console/shell/Page.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { copyText, downloadFile } from "#console/widgets/copy-or-save.ts";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import type { MenuItem } from "#console/widgets/menu/entries.ts";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import { NARROW_TABLE, useMedia } from "#console/widgets/use-media.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import { messageOf } from "#console/client/failure.ts";
import { type FileFormat, formats, linesToSave, printLines } from "./download.ts";
import { LiveControl } from "./LiveControl.tsx";
import { LogsBody } from "./LogsBody.tsx";
import { NoBackend } from "./LogsStates.tsx";
import { sharedAddress } from "./shared-address.ts";
import { Toolbar } from "./Toolbar.tsx";
import { type Logs, useLogs } from "./use-logs.ts";

const control =
  "inline-flex size-control shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text aria-expanded:bg-hover";

/** The page that searches the logs of a component or backend, and shows new lines live. */
export function LogsPage() {
  const logs = useLogs();
  const { component, backend, backends, request, url } = logs;
  const subject = component ? component.text || component.name : url.topologyId === "" ? backend?.name : undefined;
  const isEmpty = backends.isSuccess && request === undefined;
  return (
    <Page
      title="Logs"
      windowTitle={component && subject ? `Logs - ${subject}` : "Logs"}
      actions={request && <Actions logs={logs} name={subject ?? "logs"} />}
      refreshControl={
        request && (
          <IconButton
            icon="refresh-cw"
            label="Refresh"
            isSpinning={logs.search.isFetching}
            onClick={logs.search.refresh}
          />
        )
      }
    >
      <div className="flex h-full min-h-0 flex-col p-4 pb-0 max-shell:p-3 max-shell:pb-0">
        <Toolbar logs={logs} />
        {backends.isError && !backends.data && request === undefined ? (
          <div className="mx-auto max-w-xl p-6">
            <ErrorPage error={backends.error} retry={() => void backends.refetch()} isRetrying={backends.isFetching} />
          </div>
        ) : isEmpty ? (
          <NoBackend offersJournal={backends.data.offersJournal} />
        ) : (
          request && <LogsBody logs={logs} request={request} />
        )}
      </div>
    </Page>
  );
}

/** Actions: live view, copying a link that shows the same lines later, and download. */
function Actions({ logs, name }: { logs: Logs; name: string }) {
  const { request, search, isLive, live, follow } = logs;
  const share = async () => {
    if (request && (await copyText(sharedAddress(location.href, request)))) toast.success("Link copied to clipboard");
  };
  const save = async (format: FileFormat) => {
    try {
      const shown = () => (isLive ? [...live.store.snapshot().lines, ...search.lines] : search.lines);
      const all = search.hasMore && request ? await linesToSave(request) : shown();
      const { type } = formats.find(({ value }) => value === format)!;
      downloadFile(`${name}.${format}`, printLines(all, format), type);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  usePageAction({
    label: isLive ? "Stop the live view" : "Show new lines live",
    icon: "play",
    run: () => follow(!isLive),
  });
  const isPhone = useMedia(NARROW_TABLE);
  const files = formats.map(({ value, label }): MenuItem => ({
    type: "action",
    label: isPhone ? `Download: ${label}` : label,
    icon: "download",
    run: () => void save(value),
  }));
  return (
    <>
      {/* On a phone the control is above the list, where there is space for it. */}
      {!isPhone && <LiveControl isLive={isLive} live={live} change={follow} />}
      {isPhone ? (
        <Menu
          label="More actions"
          items={[{ type: "action", label: "Copy link", icon: "link", run: () => void share() }, ...files]}
          align="end"
          className={control}
        >
          <Icon name="ellipsis" />
        </Menu>
      ) : (
        <>
          <IconButton icon="link" label="Copy link" onClick={() => void share()} />
          <Menu label="Download" items={files} align="end" className={control}>
            <Icon name="download" />
          </Menu>
        </>
      )}
    </>
  );
}
