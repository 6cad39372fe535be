import { describe, expect, test, vi } from "vitest";
import { text, urlState } from "#console/url/params.ts";
import { draw, press, until } from "#tests/console/draw.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { SignIn } from "./sign-in.tsx";
import { useAddress } from "./use-address.ts";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();

describe("the screen at an address", () => {
  test.each([
    ["/login", "Sign In to your account"],
    ["/login/?refresh=true", "Confirm Action"],
    ["/registration", "Create account"],
    ["/recovery", "Recover account"],
    ["/verification", "Verify your account"],
    ["/error?error_code=BAD_SESSION", "An error occurred"],
  ])("%s: %s", async (address, heading) => {
    server.answer = () => {};
    happyDOM.setURL(server.url + address);
    const { element } = await draw(<SignIn />);
    expect(element.querySelector("h1")?.textContent).toBe(heading);
  });
});

describe("a flow error", () => {
  test("shows the reason for the error", async () => {
    server.answer = json(200, { id: "1", error: { message: "Refused", reason: "The link expired." } });
    happyDOM.setURL(`${server.url}/error?id=1`);
    const { element } = await draw(<SignIn />);
    await until(() => expect(element.textContent).toContain("The link expired."));
  });

  test("opens the console if the server has no error with this id", async () => {
    const leave = vi.fn<(url: string | URL) => void>();
    vi.spyOn(location, "replace").mockImplementation(leave);
    server.answer = json(404, { error: { id: "not_found" } });
    happyDOM.setURL(`${server.url}/error?id=2`);
    await draw(<SignIn />);
    await until(() => expect(leave).toHaveBeenCalledExactlyOnceWith("/"));
  });
});

test("an error while rendering a screen shows the error page", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const Broken = () => {
    throw new Error("boom");
  };
  const { element } = await draw(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(element.querySelector("[role=alert] h2")?.textContent).toBe("boom");
});

test("changing a parameter replaces the URL and keeps the other parameters", async () => {
  const state = urlState({ flow: text(), invitation: text() });
  happyDOM.setURL(`${server.url}/registration?invitation=i&theme=dark#top`);
  function Screen() {
    const [{ flow, invitation }, replace] = useAddress(state);
    return (
      <button type="button" onClick={() => replace({ flow: "f", invitation: undefined })}>
        {`flow ${flow}, invitation ${invitation}`}
      </button>
    );
  }
  const { element } = await draw(<Screen />);
  expect(element.textContent).toBe("flow , invitation i");
  const before = history.length;
  await press(element.querySelector("button"));
  expect(element.textContent).toBe("flow f, invitation ");
  expect(location.href).toBe(`${server.url}/registration?theme=dark&flow=f#top`);
  expect(history.length).toBe(before);
});
