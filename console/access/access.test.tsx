import { expect, test } from "vitest";
import { draw } from "#tests/console/draw.ts";
import type { Role } from "#language/roles.ts";
import { useActor, useFeature } from "./access.ts";
import { AccessProvider } from "./AccessProvider.tsx";
import { Can } from "./Can.tsx";

const me = (...roles: Role[]) => ({
  user: { id: "1", name: "Ada", email: null, avatar: null },
  roles,
  permissions: [],
  hostname: "h",
});

test.each([
  ["useActor", () => useActor().user.name],
  ["useFeature", () => String(useFeature("health"))],
])("%s throws outside of its provider", async (_, use) => {
  const Probe = () => use();
  await expect(draw(<Probe />)).rejects.toThrow("need an AccessProvider above them");
});

test("roles and properties determine access", async () => {
  const Probe = () =>
    `${useActor().isViewer} ${useFeature("health")} ${useFeature("settings.job_history")} ${useFeature("logs")}`;
  const properties = [{ name: "health.disable", value: "true" }];
  const { element } = await draw(
    <AccessProvider me={me("viewer")} properties={properties}>
      <Probe />
    </AccessProvider>,
  );
  expect(element.textContent).toBe("true false false true");
});

test("ignores unknown roles", async () => {
  const Probe = () => `${useActor().roles.join()} ${useActor().can("write", "incident")}`;
  const { element } = await draw(
    <AccessProvider me={{ ...me("responder"), roles: ["wizard", "responder"] }} properties={[]}>
      <Probe />
    </AccessProvider>,
  );
  expect(element.textContent).toBe("responder true");
});

test("Can renders its children if the action is allowed, and the fallback otherwise", async () => {
  const { element } = await draw(
    <AccessProvider me={me("responder")} properties={[]}>
      <Can read="canaries">read canaries</Can>
      <Can write="canaries">write canaries</Can>
      <Can write="incident"> write incident</Can>
      <Can read="connections" otherwise=" no connections">
        read connections
      </Can>
    </AccessProvider>,
  );
  expect(element.textContent).toBe("read canaries write incident no connections");
});
