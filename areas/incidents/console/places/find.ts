// Finds incidents for the palette, by title or number.
import { isOpen, read } from "#console/access/access.ts";
import { ask, db } from "#console/client/rows.ts";
import type { Finder } from "#console/shell/area.ts";
import { anywhere } from "#console/widgets/form/row-query.ts";
import { severityLabel } from "#language/severity.ts";
import { capitalise } from "#lib/text/words.ts";

const SHOWN = 5;

export const find: Finder = async (text, signal, access) => {
  if (!isOpen({ feature: "incidents", needs: read("incident") }, access)) return [];
  const sought = anywhere(text.trim());
  const { rows } = await ask(
    db
      .from("incidents")
      .select("id,incident_id,title,status,severity")
      .or(`title.ilike.${sought},incident_id.ilike.${sought}`)
      .order("created_at", { ascending: false })
      .limit(SHOWN),
    signal,
  );
  if (rows.length === 0) return [];
  return [
    {
      title: "Incidents",
      things: rows.map(({ id, incident_id, title, status, severity }) => ({
        kind: "incident",
        id,
        name: title,
        icon: "siren",
        detail: `${incident_id} · ${capitalise(status)} · ${severityLabel(severity)}`,
      })),
    },
  ];
};
