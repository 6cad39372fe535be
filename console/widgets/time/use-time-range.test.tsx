import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { printTimeRange, relativeRange } from "#lib/time/time-range.ts";
import { parseSearch, printSearch } from "#console/url/search.ts";
import { draw } from "#tests/console/draw.ts";
import { useTimeRange } from "./use-time-range.ts";

const logged = vi.fn<(message: string) => void>();
beforeEach(() => {
  logged.mockClear();
  vi.spyOn(console, "warn").mockImplementation(logged);
});

function Shown() {
  const { range, isInAddress } = useTimeRange(relativeRange("now-2d", "2 days"));
  return `${printTimeRange(range)}, ${isInAddress ? "stated" : "standard"}`;
}

async function shownAt(address: string) {
  const router = createRouter({
    routeTree: createRootRoute({ component: Shown }),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch: printSearch,
  });
  const { element } = await draw(<RouterProvider router={router as never} />);
  await act(() => router.load());
  return element.textContent;
}

test.each([
  ["/?rangeType=mapped&timeRange=Yesterday&display=Yesterday", "Yesterday, stated"],
  ["/?rangeType=relative&range=now-1h", "1 hour, stated"],
  ["/?from=now-3d&to=now", "now-3d - now, stated"],
  ["/", "2 days, standard"],
])("the URL %s results in “%s”, without a warning", async (address, shown) => {
  expect(await shownAt(address)).toBe(shown);
  expect(logged).not.toHaveBeenCalled();
});

test.each([
  ["WG-12 a mapped range", "/?rangeType=mapped&timeRange=Someday", 'Unknown time range "Someday".'],
  ["WG-13 a relative range", "/?rangeType=relative&range=soon", "soon"],
  ["an absolute range", "/?from=now&to=now-1h", "The range ends before it begins"],
])("%s is logged if it is invalid, and the page's default applies", async (_, address, sentence) => {
  expect(await shownAt(address)).toBe("2 days, standard");
  expect(logged).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(sentence));
});
