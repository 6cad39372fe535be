// The selected lines in the URL. The parameter may be repeated, unlike other state of a page.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { LineSelection } from "#console/widgets/code/line-pointer.ts";
import { type Search } from "#console/url/search.ts";
import { parseLines, printLines } from "./line-list.ts";

const NAME = "selected";

export function useSelectedLines(): LineSelection {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const written = [search[NAME] ?? []].flat().join(" ");
  return useMemo(
    () => ({
      lines: parseLines(written.split(" ")),
      change: (lines) => {
        const query = new URLSearchParams(location.search);
        query.delete(NAME);
        for (const part of printLines(lines)) query.append(NAME, part);
        const text = query.toString();
        // Replaces the history entry, so that the back button returns to the previous page and not to the previous
        // selection.
        void navigate({ href: location.pathname + (text ? `?${text}` : "") + location.hash, replace: true });
      },
    }),
    [written, navigate],
  );
}
