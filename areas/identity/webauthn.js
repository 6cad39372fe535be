// The functions behind the buttons of pages that show our forms without the console. Each function takes the options,
// calls the browser, puts the result into its hidden field and submits the form.
(() => {
  const toBytes = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const toText = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
  const withBytes = (keys) => keys?.map((key) => ({ ...key, id: toBytes(key.id) }));
  const field = (name) => document.getElementsByName(name)[0];
  const optionsIn = (name) => JSON.parse(field(name).value);

  const finish = (credential, parts, { answer, trigger }) => {
    const { id, rawId, type, response } = credential;
    const signed = Object.fromEntries(
      parts.filter((part) => response[part]).map((part) => [part, toText(response[part])]),
    );
    const transports = response.getTransports?.();
    field(answer).value = JSON.stringify({
      id,
      rawId: toText(rawId),
      type,
      response: { ...signed, ...(transports && { transports }) },
    });
    const form = field(answer).form ?? field(trigger).form;
    // The field identifies the method, so the form is submitted without a button.
    form.submit();
  };

  const register = async ({ publicKey }, fields) => {
    const { challenge, user, excludeCredentials } = publicKey;
    const credential = await navigator.credentials.create({
      publicKey: {
        ...publicKey,
        challenge: toBytes(challenge),
        user: { ...user, id: toBytes(user.id) },
        excludeCredentials: withBytes(excludeCredentials),
      },
    });
    finish(credential, ["clientDataJSON", "attestationObject"], fields);
  };

  const sign = async ({ publicKey }, fields, more = {}) => {
    const { challenge, allowCredentials } = publicKey;
    const credential = await navigator.credentials.get({
      ...more,
      publicKey: { ...publicKey, challenge: toBytes(challenge), allowCredentials: withBytes(allowCredentials) },
    });
    finish(credential, ["clientDataJSON", "authenticatorData", "signature", "userHandle"], fields);
  };

  // A request that waits for autofill is aborted when the user starts a different one.
  let waiting;

  Object.assign(window, {
    oryWebAuthnRegistration: (options) =>
      register(options, { answer: "webauthn_register", trigger: "webauthn_register_trigger" }),
    oryWebAuthnLogin: (options) => sign(options, { answer: "webauthn_login", trigger: "webauthn_login_trigger" }),
    oryPasskeySettingsRegistration: () =>
      register(optionsIn("passkey_create_data"), {
        answer: "passkey_settings_register",
        trigger: "passkey_register_trigger",
      }),
    oryPasskeyLogin: () => {
      waiting?.abort();
      return sign(optionsIn("passkey_challenge"), { answer: "passkey_login", trigger: "passkey_login_trigger" });
    },
    oryPasskeyLoginAutocompleteInit: async () => {
      if (!(await window.PublicKeyCredential?.isConditionalMediationAvailable?.())) return;
      waiting = new AbortController();
      const fields = { answer: "passkey_login", trigger: "passkey_login_trigger" };
      await sign(optionsIn("passkey_challenge"), fields, { mediation: "conditional", signal: waiting.signal });
    },
  });
})();
