// @ts-nocheck -- The script runs in the page as it is, and the page has none of its types.
// The surface of the browser library that the console uses, for tests. It keeps its state at the stand-in of the service
// (hosted-identity.ts) and renders plain buttons in place of the real components.
(() => {
  const { origin } = new URL(document.currentScript.src);
  const listeners = new Set();
  let client;
  let navigate;

  const call = async (method, path) => {
    const answer = await fetch(`${origin}${path}`, { method });
    return answer.ok ? answer.json() : undefined;
  };
  const organizationOf = (found) =>
    found && {
      id: found.id,
      name: found.name,
      publicMetadata: found.public_metadata,
      reload: () => refresh(),
    };
  const session = {
    id: "sess_1",
    getToken: async ({ template } = {}) => {
      const suffix = template ? `/${template}` : "";
      return (await call("POST", `/v1/client/sessions/sess_1/tokens${suffix}`))?.jwt ?? null;
    },
  };

  async function read() {
    client = (await call("GET", "/v1/client")).response;
    clerk.session = client.isSignedIn ? session : null;
    const active = client.organizations.find(({ id }) => id === client.active);
    clerk.organization = (client.isSignedIn && organizationOf(active)) || null;
    const token = clerk.session && (await session.getToken());
    document.cookie = `__session=${token ?? ""}; path=/; samesite=lax${token ? "" : "; max-age=0"}`;
  }

  const report = () => {
    for (const listener of listeners) listener();
  };

  async function refresh() {
    await read();
    report();
  }

  /** After a change of the session, the session is being loaded until the next page has opened. */
  async function leaveFor(address) {
    await read();
    clerk.session = undefined;
    clerk.organization = undefined;
    report();
    navigate(address);
  }

  async function choose(id, address) {
    await call("POST", `/v1/client/sessions/sess_1/touch?active_organization_id=${encodeURIComponent(id)}`);
    await leaveFor(address);
  }

  const button = (label, press) => {
    const element = document.createElement("button");
    element.textContent = label;
    element.addEventListener("click", press);
    return element;
  };
  const organizationButtons = (options) => [
    ...(options.hidePersonal ? [] : [button("Personal account", () => {})]),
    ...client.organizations.map(({ id, name }) => button(name, () => choose(id, options.afterSelectOrganizationUrl))),
    button(
      options.createOrganizationMode === "modal" ? "Create organization in a dialog" : "Create organization",
      async () => {
        const made = await call("POST", "/v1/organizations?name=created");
        await choose(made.response.id, options.afterCreateOrganizationUrl);
      },
    ),
  ];
  const parts = {
    SignIn: (options) => [
      button("Continue", async () => {
        await call("POST", "/v1/client/sign_ins");
        await leaveFor(options.forceRedirectUrl);
      }),
    ],
    SignUp: () => [button("Sign up", () => {})],
    UserProfile: () => [button("Update profile", () => {})],
    UserButton: () => [button("Open user button", () => {})],
    OrganizationList: organizationButtons,
    OrganizationSwitcher: organizationButtons,
    OrganizationProfile: () => [button("Invite members", () => {})],
  };

  const clerk = {
    session: undefined,
    organization: undefined,
    async load(options) {
      navigate = options.routerPush;
      await refresh();
    },
    addListener(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async signOut({ redirectUrl }) {
      await call("POST", "/v1/client/sessions/sess_1/end");
      await leaveFor(redirectUrl);
    },
  };
  for (const [name, draw] of Object.entries(parts)) {
    clerk[`mount${name}`] = (node, options = {}) => {
      node.dataset.hostedPart = name;
      node.replaceChildren(...draw(options));
    };
    clerk[`unmount${name}`] = (node) => node.replaceChildren();
  }
  if (!document.currentScript.dataset.clerkPublishableKey) throw new Error("the script has no publishable key");
  window.Clerk = clerk;
})();
