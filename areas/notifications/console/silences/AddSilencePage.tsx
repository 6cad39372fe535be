import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ask } from "#console/client/call.ts";
import { refreshed } from "#console/client/query.ts";
import { isId } from "#console/resources/resource-client.ts";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { FormSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import type { Json } from "#language/columns.ts";
import { messageKinds, type MessageKind } from "../../model.ts";
import { createSilence } from "../../silences.contract.ts";
import { NotificationsScreen } from "../parts/NotificationsScreen.tsx";
import { emptySilence } from "./silence-draft.ts";
import { silenceablesOf } from "./silenced-parents.ts";
import { NewSilence } from "./NewSilence.tsx";

const addUrl = urlState({ config_id: text(), component_id: text(), check_id: text(), canary_id: text() });
const ABOVE = [{ title: "Silences", href: "/notifications/silences" }];

/** The page that adds a silence. Links in messages contain the resource to silence. */
export function AddSilencePage() {
  const [url] = useUrl(addUrl);
  const kind = messageKinds.find((one) => isId(url[`${one}_id`]));
  return (
    <NotificationsScreen title="Add Silence" windowTitle="Add Silence" above={ABOVE}>
      <div className="h-full overflow-y-auto">
        {kind ? <ForResource key={url[`${kind}_id`]} kind={kind} id={url[`${kind}_id`]} /> : <Adding />}
      </div>
    </NotificationsScreen>
  );
}

function ForResource({ kind, id }: { kind: MessageKind; id: string }) {
  const found = useQuery(silenceablesOf(kind, id));
  if (found.data) return <Adding resources={found.data} isMissing={found.data.length === 0} />;
  return (
    <div className="max-w-4xl p-4">
      {found.isError ? (
        <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />
      ) : (
        <FormSkeleton label="Silence" />
      )}
    </div>
  );
}

type Silenceables = Parameters<typeof NewSilence>[0]["resources"];

function Adding({ resources = [], isMissing = false }: { resources?: Silenceables; isMissing?: boolean }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const own = resources.at(-1);
  return (
    <NewSilence
      resources={resources}
      isMissing={isMissing}
      initial={own ? { ...emptySilence, name: `Silence ${own.name}`, kind: own.kind, id: own.id } : emptySilence}
      create={async (body) => {
        const { selectors, schedule = null, duration_minutes = null, time_zone = null, ...columns } = body;
        await ask(createSilence, {
          body: {
            ...columns,
            selectors: selectors as Record<string, Json>[] | null,
            schedule,
            duration_minutes,
            time_zone,
            namespace: null,
          },
        });
        toast.success("Silence added successfully");
        await refreshed(cache, { table: "notification_silences" });
        await navigate({ to: "/notifications/silences", ignoreBlocker: true });
      }}
      cancel={() => void navigate({ to: "/notifications/silences" })}
    />
  );
}
