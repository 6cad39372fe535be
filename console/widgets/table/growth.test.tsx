import { act, useState } from "react";
import { expect, test } from "vitest";
import { draw } from "#tests/console/draw.ts";
import { useGrowingLimit } from "./growth.ts";

function Growing() {
  const [view, setView] = useState("all");
  const { limit, grow } = useGrowingLimit(8, view);
  return (
    <>
      <button type="button" onClick={grow}>
        {limit}
      </button>
      <button type="button" aria-label="Filter" onClick={() => setView("unhealthy")} />
    </>
  );
}

test("the limit doubles each time, and starts again at the first limit when the view changes", async () => {
  const { element } = await draw(<Growing />);
  const [grow, filter] = element.querySelectorAll("button");
  const click = (button = grow) => act(async () => button!.click());
  await click();
  await click();
  expect(element.textContent).toBe("32");
  await click(filter);
  expect(element.textContent).toBe("8");
  await click();
  expect(element.textContent).toBe("16");
});
