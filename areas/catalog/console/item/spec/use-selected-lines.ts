// The lines that the address points at. The name stands there as often as it takes, which other state of a page does not.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { LineSelection } from "#console/widgets/code/CodeText.tsx";
import { type Search } from "#console/url/search.ts";
import { parseLines, printLines } from "./line-list.ts";

const NAME = "selected";

export function useSelectedLines(): LineSelection {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const given = [search[NAME] ?? []].flat().join(" ");
  return useMemo(
    () => ({
      lines: parseLines(given.split(" ")),
      change: (lines) => {
        const query = new URLSearchParams(location.search);
        query.delete(NAME);
        for (const part of printLines(lines)) query.append(NAME, part);
        const text = query.toString();
        // The way back leads to the page before, not through the lines.
        void navigate({ href: location.pathname + (text ? `?${text}` : "") + location.hash, replace: true });
      },
    }),
    [given, navigate],
  );
}
