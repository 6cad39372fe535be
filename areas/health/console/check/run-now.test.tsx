import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { beforeEach, expect, test } from "vitest";
import { draw, press } from "#tests/console/draw.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import type { CheckDetail } from "./check-query.ts";
import { RunNow } from "./RunNow.tsx";
import { RunNowResult } from "./RunNowResult.tsx";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();
beforeEach(() => {
  happyDOM.setURL(`${server.url}/`);
  server.requests.length = 0;
});

const settled = (isTrue: () => boolean) =>
  act(async () => {
    while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
  });

/** The button and its result are rendered in different places. */
const shown = async (id: string) => {
  const { element } = await draw(
    <QueryClientProvider client={new QueryClient()}>
      <RunNowResult id={id} />
      <RunNow check={{ id } as CheckDetail} />
    </QueryClientProvider>,
  );
  const button = () => element.querySelector<HTMLElement>("button[aria-busy]")!;
  return { element, button };
};

const result = { pass: true, could_not_check: false, message: "All is well.", error: "", duration: 23 };

test.each([
  [200, result, "Passed in 23ms. All is well."],
  [200, { ...result, pass: false, message: "", error: "the status is 503" }, "Failed in 23ms. the status is 503"],
  [
    200,
    { ...result, pass: false, could_not_check: true, message: "", error: "No worker." },
    "The target could not be checked. No worker.",
  ],
  [403, { error: "You are not allowed to run checks." }, "The check was not run. You are not allowed to run checks."],
])("shows the result of a run: %i %o", async (status, answer, words) => {
  let finish = () => {};
  server.answer = (request, response, body) => {
    finish = () => json(status, answer)(request, response, body);
  };
  const { element, button } = await shown(crypto.randomUUID());
  await press(button());
  await settled(() => server.requests.length === 1);
  expect(button().getAttribute("aria-busy")).toBe("true");
  // Pressing the button during a run does not start another run.
  await press(button());
  finish();
  await settled(() => element.textContent.includes(words));
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    expect.stringMatching(/^POST \/api\/canary\/run\/check\/[0-9a-f-]{36}$/),
  ]);
  expect(button().getAttribute("aria-busy")).toBe("false");
  await press(element.querySelector("button[aria-label='Close the result']"));
  expect(element.textContent).toBe("Run Now");
});
