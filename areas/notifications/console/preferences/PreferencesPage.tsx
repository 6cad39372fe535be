import { useQuery } from "@tanstack/react-query";
import { callOptions } from "#console/client/call.ts";
import { Page } from "#console/shell/Page.tsx";
import { FormSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { ownPreferences } from "../../contract.ts";
import { PreferencesForm } from "./PreferencesForm.tsx";

const preferencesQuery = callOptions(ownPreferences, {});
const ABOVE = [{ title: "Notifications", href: "/notifications" }];

/** The channels and quiet hours of the person. */
export function PreferencesPage() {
  const found = useQuery(preferencesQuery);
  return (
    <Page title="My channels" parents={ABOVE} refresh={found}>
      <div className="h-full overflow-y-auto">
        <div className="mx-auto max-w-3xl p-4 shell:p-6">
          {found.data ? (
            <PreferencesForm saved={found.data} queryKey={preferencesQuery.queryKey} />
          ) : (
            <FormSkeleton label="Preferences" />
          )}
        </div>
      </div>
    </Page>
  );
}
