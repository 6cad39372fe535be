// The error type of the product. The server throws it, and each API renders it in its own format
// (server/http/dialects.ts); the console rebuilds it from the response. Any other thrown value is a defect: the server
// logs it and returns only `internal`.

/** Every id of a Problem, with its default HTTP status. */
export const problemStatus = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  unprocessable: 422,
  too_many_requests: 429,
  headers_too_large: 431,
  internal: 500,
  not_implemented: 501,
  bad_gateway: 502,
  unavailable: 503,
  timeout: 504,
  insufficient_storage: 507,

  // Errors that the console reports before a response arrives; their status is 0.
  network: 0,
  offline: 0,
  aborted: 0,

  // Ids of the identity service (from Ory Kratos).
  session_inactive: 401,
  session_already_available: 400,
  session_aal1_required: 403,
  session_aal2_required: 403,
  session_refresh_required: 403,
  self_service_flow_expired: 410,
  self_service_flow_return_to_forbidden: 400,
  self_service_flow_disabled: 400,
  security_csrf_violation: 403,
  /** Not from Kratos: the request names a host that is neither the host of PUBLIC_URL nor allowed. */
  host_not_allowed: 403,
  security_identity_mismatch: 403,
  browser_location_change_required: 422,
} as const;

export type ProblemId = keyof typeof problemStatus;

export interface ProblemOptions {
  /** The exact cause, for a person who can fix it. */
  details?: string | undefined;
  /** How to fix it. */
  hint?: string | undefined;
  /** Replaces the default status of the id. */
  status?: number | undefined;
  /** An error code of the API, such as PGRST204 for the data API. */
  code?: string | undefined;
  /** Machine-readable details: the missing permission, the invalid fields, a redirect. */
  parts?: Readonly<Record<string, unknown>> | undefined;
  /** Seconds to wait before a retry; sent as Retry-After. */
  retryAfter?: number | undefined;
  /** The original error; logged on the server, never sent. */
  cause?: unknown;
  /** The id that the server gave to the failed request; set in the console. */
  requestId?: string | undefined;
}

export class Problem extends Error {
  override readonly name = "Problem";
  readonly id: ProblemId;
  readonly status: number;
  readonly details: string | undefined;
  readonly hint: string | undefined;
  readonly code: string | undefined;
  readonly parts: Readonly<Record<string, unknown>>;
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;

  constructor(id: ProblemId, message: string, options: ProblemOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.id = id;
    this.status = options.status ?? problemStatus[id];
    this.details = options.details;
    this.hint = options.hint;
    this.code = options.code;
    this.parts = options.parts ?? {};
    this.retryAfter = options.retryAfter;
    this.requestId = options.requestId;
  }
}

export const isProblemId = (id: unknown): id is ProblemId => typeof id === "string" && Object.hasOwn(problemStatus, id);

/** One invalid part of a request: its path ("body.name") and the reason. */
export interface BadPart {
  path: string;
  message: string;
  /** The line and column of the error, from 1, if the part is a string with its own syntax, such as an expression. */
  place?: TextPlace | undefined;
}

export interface TextPlace {
  line: number;
  column: number;
}

/** Named constructors, so that the same error has the same message everywhere. */
export const problem = {
  invalid: (message: string, options?: ProblemOptions) => new Problem("invalid", message, options),

  badParts: (bad: readonly BadPart[]) =>
    new Problem("invalid", bad.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join("; "), {
      parts: { fields: bad },
    }),

  unauthorized: (message = "Sign in to continue.", options?: ProblemOptions) =>
    new Problem("unauthorized", message, options),

  /** Shows the missing permission, so that the user knows which permission to request from an administrator. */
  forbidden: (action: string, object: string, options: ProblemOptions = {}) =>
    new Problem("forbidden", `You need permission to ${action} ${object}.`, {
      ...options,
      parts: { action, object, ...options.parts },
    }),

  readOnlyToken: () =>
    new Problem("forbidden", "This access token is read-only.", {
      hint: "Use a token with write access, or sign in.",
      code: "42501",
    }),

  notFound: (kind: string, name: string, options?: ProblemOptions) =>
    new Problem("not_found", `There is no ${kind} ${JSON.stringify(name)}.`, options),

  conflict: (message: string, options?: ProblemOptions) => new Problem("conflict", message, options),

  unavailable: (message: string, options?: ProblemOptions) => new Problem("unavailable", message, options),

  internal: (cause?: unknown) =>
    new Problem("internal", "Something went wrong on the server. The log has the details under this request's id.", {
      cause,
    }),
};
