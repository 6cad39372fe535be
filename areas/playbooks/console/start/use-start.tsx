import { useSearch } from "@tanstack/react-router";
import { isId } from "#console/resources/resource-client.ts";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { prefilled, resourceIn } from "./needed-resource.ts";
import { RunDialog } from "./RunDialog.tsx";

const startUrl = urlState({ run: text(), config_id: text(), component_id: text(), check_id: text() });

/** Opens the run form of the playbook in the URL: `?run={id}&config_id={id}&params.{name}={value}`. */
export function useStart(playbookOfPage = "") {
  const [{ run, ...ids }, change] = useUrl(startUrl);
  const search: Record<string, unknown> = useSearch({ strict: false });
  // Existing links to a playbook's runs contain only a flag that opens the form.
  const id = run === "true" ? playbookOfPage : run;
  const close = () =>
    void change({ run: undefined, config_id: undefined, component_id: undefined, check_id: undefined });
  return {
    start: (playbook: string) => void change({ run: playbook }),
    dialog: (
      <RunDialog
        playbookId={isId(id) ? id : undefined}
        resource={resourceIn(ids)}
        initial={prefilled(search)}
        onClose={close}
      />
    ),
  };
}
