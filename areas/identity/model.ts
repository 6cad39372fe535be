// The data at /api/.ory, in the shape of Ory Kratos' public API: flows, their nodes and messages, and sessions. The
// flow screens render any flow from this data.

export type Aal = "aal0" | "aal1" | "aal2";

export interface UiText {
  /** Kratos' numeric id: 1xxxxxx for information, 4xxxxxx for errors. */
  id: number;
  text: string;
  type: "info" | "error" | "success";
  context?: Readonly<Record<string, unknown>>;
}

export type NodeGroup =
  | "default"
  | "password"
  | "oidc"
  | "profile"
  | "link"
  | "code"
  | "totp"
  | "lookup_secret"
  | "webauthn"
  | "passkey";

export interface InputAttributes {
  node_type: "input";
  name: string;
  type: "text" | "password" | "number" | "checkbox" | "hidden" | "email" | "submit" | "button" | "url";
  value?: string | number | boolean;
  required?: boolean;
  disabled: boolean;
  autocomplete?: "email" | "username" | "username webauthn" | "current-password" | "new-password" | "one-time-code";
  maxlength?: number;
  pattern?: string;
  label?: UiText;
  /** A script, which is never run; `onclickTrigger` describes its purpose. */
  onclick?: string;
  onclickTrigger?: WebAuthnTrigger;
  onload?: string;
  onloadTrigger?: WebAuthnTrigger;
}

/** The action of a button for security keys and passkeys, named after the function in Kratos' script. */
export type WebAuthnTrigger =
  | "oryWebAuthnRegistration"
  | "oryWebAuthnLogin"
  | "oryPasskeyLogin"
  | "oryPasskeyLoginAutocompleteInit"
  | "oryPasskeySettingsRegistration";

export interface TextAttributes {
  node_type: "text";
  id: string;
  text: UiText;
}

export interface ImageAttributes {
  node_type: "img";
  id: string;
  src: string;
  width: number;
  height: number;
}

export interface AnchorAttributes {
  node_type: "a";
  id: string;
  href: string;
  title: UiText;
}

/** The type exists so that scripts in nodes can be ignored; they are never run. */
export interface ScriptAttributes {
  node_type: "script";
  id: string;
  src: string;
  type?: string;
  async?: boolean;
  crossorigin?: string;
  referrerpolicy?: string;
  integrity?: string;
  nonce?: string;
}

export type NodeAttributes = InputAttributes | TextAttributes | ImageAttributes | AnchorAttributes | ScriptAttributes;

export interface UiNode {
  type: NodeAttributes["node_type"];
  group: NodeGroup;
  attributes: NodeAttributes;
  messages: readonly UiText[];
  meta: { label?: UiText };
}

export interface UiContainer {
  action: string;
  method: "POST";
  nodes: readonly UiNode[];
  messages?: readonly UiText[];
}

export type FlowState = "choose_method" | "sent_email" | "passed_challenge";

export interface FlowTimes {
  request_url: string;
  issued_at: string;
  expires_at: string;
  created_at: string;
  updated_at: string;
}

/** The fields that all flows share. */
export interface AnyFlow extends FlowTimes {
  id: string;
  type: "browser" | "api";
  ui: UiContainer;
  /** The method that was tried last; absent in a new flow. */
  active?: string;
  /** A place on this site (path, query and fragment), or on another site that the operator allows. */
  return_to?: string;
}

export interface LoginFlow extends AnyFlow {
  state: FlowState;
  refresh: boolean;
  requested_aal: Aal;
}

/** A recovery or verification flow. */
export interface CodeFlow extends AnyFlow {
  state: FlowState;
  continue_with?: readonly ContinueWith[];
}

export interface RegistrationFlow extends AnyFlow {
  state: FlowState;
}

export interface SettingsFlow extends AnyFlow {
  state: "show_form" | "success";
  identity: Identity;
  continue_with?: readonly ContinueWith[];
}

export interface Identity {
  id: string;
  schema_id: string;
  schema_url: string;
  state: "active" | "inactive";
  state_changed_at: string;
  traits: { name: { first: string; last: string }; email: string };
  verifiable_addresses: readonly {
    id: string;
    value: string;
    via: "email";
    verified: boolean;
    status: "pending" | "completed";
    verified_at?: string;
  }[];
  recovery_addresses: readonly { id: string; value: string; via: "email" }[];
  created_at: string;
  updated_at: string;
}

export interface IdentitySession {
  id: string;
  active: boolean;
  authenticated_at: string;
  authenticator_assurance_level: Aal;
  authentication_methods: readonly { method: string; aal: Aal; completed_at: string; provider?: string }[];
  issued_at: string;
  expires_at: string;
  /** Accurate to one hour; not part of the Kratos API. */
  last_seen_at?: string;
  identity: Identity;
  devices: readonly { id: string; ip_address: string; user_agent: string; location: string }[];
}

/** The page to open after a flow is completed. */
export interface RedirectBrowserTo {
  action: "redirect_browser_to";
  redirect_browser_to: string;
}

export interface ShowSettings {
  action: "show_settings_ui";
  flow: { id: string };
}

/** The flow for entering the code that was sent to a new email. */
export interface ShowVerification {
  action: "show_verification_ui";
  flow: { id: string; verifiable_address: string; url?: string };
}

/** For programs: the session token to send with later requests. */
export interface SetSessionToken {
  action: "set_ory_session_token";
  ory_session_token: string;
}

export type ContinueWith = RedirectBrowserTo | ShowSettings | ShowVerification | SetSessionToken;

export interface SignedIn {
  session: IdentitySession;
  /** Only in the response to an api flow; a browser gets a cookie. */
  session_token?: string;
  continue_with?: readonly ContinueWith[];
}

export interface SignedUp extends SignedIn {
  identity: Identity;
}

export interface LogoutFlow {
  logout_url: string;
  logout_token: string;
}

export interface FlowError {
  id: string;
  error: Readonly<Record<string, unknown>>;
  created_at: string;
  updated_at: string;
}
