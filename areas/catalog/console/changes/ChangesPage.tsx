import { useEffect } from "react";
import { text, urlState, useUrl, triStates } from "#console/url/url-state.ts";
import { CatalogScreen } from "../parts/CatalogScreen.tsx";
import { ChangesTable } from "./ChangesTable.tsx";

const typeUrl = urlState({ configType: text(), configTypes: triStates("", "type") });

/** The changes of all items. */
export function ChangesPage() {
  const [{ configType, configTypes }, change] = useUrl(typeUrl);
  // Links from a type list pass the type in the parameter configType, which this page converts to an ordinary filter.
  useEffect(() => {
    if (configType === "") return;
    const only = configTypes.size > 0 ? configTypes : new Map([[configType, "include"] as const]);
    void change({ configType: undefined, configTypes: only }, { replace: true });
  }, [configType, configTypes, change]);
  const [[only, state] = [], another] = configTypes;
  return (
    <ChangesTable emptyDetail="Nothing changed in this time range.">
      {({ query }, table) => (
        <CatalogScreen
          title="Changes"
          configType={only !== undefined && state === "include" && !another ? only : ""}
          refresh={query}
        >
          <div className="h-full p-4 pb-0">{table}</div>
        </CatalogScreen>
      )}
    </ChangesTable>
  );
}
