// Runs Ory's own client, unmodified: code that works with Kratos must work here.
import { Configuration, FrontendApi, type UiNode, type UiNodeInputAttributes } from "@ory/client";
import { Secret, TOTP } from "otpauth";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { client, confirmAt, issuerAt, startRealProvider } from "../support/oidc-provider.ts";
import { startTestServer } from "../support/test-server.ts";
import { codeIn, startMailSink } from "./mail-sink.ts";

const sink = await startMailSink();
const [providerPort, callback] = [await freePort(), "/api/.ory/self-service/methods/oidc/callback/example"];
const provider = { id: "example", label: "Example", issuer: issuerAt(providerPort), ...client };
const server = await startTestServer({
  env: { SMTP_URL: sink.url, OPEN_REGISTRATION: "true", OIDC_PROVIDERS: JSON.stringify([provider]) },
});
const elsewhere = await startRealProvider(providerPort, [server.url + callback]);
afterAll(() => elsewhere.stop());
const ory = new FrontendApi(new Configuration({ basePath: `${server.url}/api/.ory` }));
const password = "seven-unlikely-llamas";
const traits = { email: "grace@example.org", name: { first: "Grace", last: "Hopper" } };

test("ID-42 ID-43 a program registers, signs in, changes its settings, recovers, verifies and signs out", async () => {
  const registration = (await ory.createNativeRegistrationFlow()).data;
  const registered = (
    await ory.updateRegistrationFlow({
      flow: registration.id,
      updateRegistrationFlowBody: { method: "password", password, traits },
    })
  ).data;
  expect(registered.identity.traits).toEqual(traits);
  expect((await ory.toSession({ xSessionToken: registered.session_token! })).data.active).toBe(true);

  const login = (await ory.createNativeLoginFlow()).data;
  expect((await ory.getLoginFlow({ id: login.id })).data.id).toBe(login.id);
  const signedIn = (
    await ory.updateLoginFlow({
      flow: login.id,
      updateLoginFlowBody: { method: "password", identifier: traits.email, password },
    })
  ).data;
  const xSessionToken = signedIn.session_token!;
  expect((await ory.listMySessions({ xSessionToken })).data.map(({ id }) => id)).toEqual([registered.session!.id]);
  await ory.disableMySession({ id: registered.session!.id, xSessionToken });
  expect((await ory.listMySessions({ xSessionToken })).data).toEqual([]);

  const settings = (await ory.createNativeSettingsFlow({ xSessionToken })).data;
  const renamed = { ...traits, name: { first: "Amazing", last: "Grace" } };
  const saved = await ory.updateSettingsFlow({
    flow: settings.id,
    xSessionToken,
    updateSettingsFlowBody: { method: "profile", traits: renamed },
  });
  expect(saved.data).toMatchObject({ state: "success", identity: { traits: renamed } });
  const secret = settings.ui.nodes.flatMap(({ attributes }) =>
    attributes.node_type === "text" && attributes.id === "totp_secret_key" ? [attributes.text.text] : [],
  )[0]!;
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  await ory.updateSettingsFlow({
    flow: settings.id,
    xSessionToken,
    updateSettingsFlowBody: { method: "totp", totp_code: app.generate() },
  });
  expect((await ory.toSession({ xSessionToken })).data.authenticator_assurance_level).toBe("aal2");

  const half = (await ory.createNativeLoginFlow()).data;
  const first = await ory.updateLoginFlow({
    flow: half.id,
    updateLoginFlowBody: { method: "password", identifier: traits.email, password },
  });
  await expect(ory.toSession({ xSessionToken: first.data.session_token! })).rejects.toMatchObject({
    response: { status: 403, data: { error: { id: "session_aal2_required" } } },
  });
  const step = (await ory.createNativeLoginFlow({ aal: "aal2", xSessionToken: first.data.session_token! })).data;
  const lifted = await ory.updateLoginFlow({
    flow: step.id,
    xSessionToken: first.data.session_token!,
    updateLoginFlowBody: { method: "totp", totp_code: app.generate({ timestamp: Date.now() + 30_000 }) },
  });
  expect(lifted.data.session.authenticator_assurance_level).toBe("aal2");
  await ory.performNativeLogout({ performNativeLogoutBody: { session_token: lifted.data.session_token! } });
  await expect(ory.toSession({ xSessionToken: lifted.data.session_token! })).rejects.toMatchObject({
    response: { status: 401 },
  });

  const verification = (await ory.createNativeVerificationFlow()).data;
  await ory.updateVerificationFlow({
    flow: verification.id,
    updateVerificationFlowBody: { method: "code", email: traits.email },
  });
  const verified = await ory.updateVerificationFlow({
    flow: verification.id,
    updateVerificationFlowBody: { method: "code", code: codeIn(await sink.letterTo(traits.email)) },
  });
  expect(verified.data.state).toBe("passed_challenge");

  const recovery = (await ory.createNativeRecoveryFlow()).data;
  await ory.updateRecoveryFlow({ flow: recovery.id, updateRecoveryFlowBody: { method: "code", email: traits.email } });
  const recovered = await ory.updateRecoveryFlow({
    flow: recovery.id,
    updateRecoveryFlowBody: { method: "code", code: codeIn(await sink.letterTo(traits.email)) },
  });
  expect(recovered.data.continue_with?.map(({ action }) => action)).toEqual([
    "set_ory_session_token",
    "show_settings_ui",
  ]);
});

const cookiesOf = (lines: string[] | undefined) => (lines ?? []).map((line) => line.split(";")[0]).join("; ");

test("a browser uses the nodes of a flow to sign in at another provider, and gets an account", async () => {
  const inputs = (nodes: UiNode[]) => nodes.map(({ attributes }) => attributes as UiNodeInputAttributes);
  const csrfOf = (nodes: UiNode[]) => String(inputs(nodes).find(({ name }) => name === "csrf_token")?.value);
  elsewhere.accounts.set("olga-there", { email: "olga@example.org", email_verified: true, given_name: "Olga" });

  const registration = await ory.createBrowserRegistrationFlow({ returnTo: "/health" });
  const node = registration.data.ui.nodes.find(({ group }) => group === "oidc");
  expect(node).toMatchObject({ attributes: { name: "provider", type: "submit", value: "example" } });
  const csrf_token = csrfOf(registration.data.ui.nodes);
  const cookie = cookiesOf(registration.headers["set-cookie"]);
  const left = await ory
    .updateRegistrationFlow({
      flow: registration.data.id,
      cookie,
      updateRegistrationFlowBody: { method: "oidc", provider: "example", csrf_token },
    })
    .catch((error: { response: { status: number; data: { redirect_browser_to: string } } }) => error.response);
  expect(left.status).toBe(422);
  const { redirect_browser_to } = left.data as { redirect_browser_to: string };
  const back = await confirmAt(redirect_browser_to, "olga-there", server.url);
  const arrived = await fetch(server.url + back, { redirect: "manual", headers: { cookie, accept: "text/html" } });
  expect([arrived.status, arrived.headers.get("location")]).toEqual([303, "/health"]);
  const session = cookiesOf(arrived.headers.getSetCookie());
  const { data } = await ory.toSession({ cookie: session });
  expect(data.authentication_methods).toMatchObject([{ method: "oidc", aal: "aal1", provider: "example" }]);

  const settings = (await ory.createBrowserSettingsFlow({ cookie: session })).data;
  const unlink = inputs(settings.ui.nodes.filter(({ group }) => group === "oidc"));
  expect(unlink).toMatchObject([{ name: "unlink", value: "example" }]);
  // The only way to sign in cannot be removed.
  await expect(
    ory.updateSettingsFlow({
      flow: settings.id,
      cookie: session,
      updateSettingsFlowBody: { method: "oidc", unlink: "example", csrf_token: csrfOf(settings.ui.nodes) } as never,
    }),
  ).rejects.toMatchObject({ response: { status: 400, data: { ui: { messages: [{ type: "error" }] } } } });
});

test("ID-46 ID-47 a browser flow succeeds with its cookies, and the logout succeeds with its token", async () => {
  const flow = await ory.createBrowserLoginFlow({ returnTo: "/health" });
  const before = cookiesOf(flow.headers["set-cookie"]);
  const csrf = flow.data.ui.nodes
    .map(({ attributes }) => attributes as UiNodeInputAttributes)
    .find(({ name }) => name === "csrf_token");
  const done = await ory.updateLoginFlow({
    flow: flow.data.id,
    cookie: before,
    updateLoginFlowBody: {
      method: "password",
      identifier: server.administrator.email,
      password: server.administrator.password,
      csrf_token: String(csrf?.value),
    },
  });
  const cookie = cookiesOf(done.headers["set-cookie"]);
  expect((await ory.toSession({ cookie })).data.identity?.traits).toMatchObject({ email: server.administrator.email });
  const { logout_token } = (await ory.createBrowserLogoutFlow({ cookie })).data;
  await ory.updateLogoutFlow({ token: logout_token, cookie });
  await expect(ory.toSession({ cookie })).rejects.toMatchObject({ response: { status: 401 } });

  const led = await fetch(`${server.url}/api/.ory/self-service/login/browser?return_to=https://evil.example`, {
    redirect: "manual",
    headers: { accept: "text/html" },
  });
  const id = new URL(led.headers.get("location")!, server.url).searchParams.get("id")!;
  expect((await ory.getFlowError({ id })).data).toMatchObject({
    id,
    error: { id: "self_service_flow_return_to_forbidden" },
  });
});
