import { describe, expect, test } from "vitest";
import { Problem, type ProblemId } from "#language/problem.ts";
import { flowOutcome, isSignInScreen } from "./flow-failure.ts";

const outcome = (id: ProblemId, parts: Record<string, unknown> = {}, status?: number) =>
  flowOutcome(new Problem(id, `words of ${id}`, { parts, ...(status && { status }) }), "/health?x=1");

describe("the outcome of a failed flow call", () => {
  test("ID-49 session_already_available means that the person is signed in", () => {
    expect(outcome("session_already_available")).toEqual({ next: "signed-in" });
  });

  test("ID-48 session_aal2_required redirects to the address in the response, or to login with aal2", () => {
    expect(outcome("session_aal2_required", { redirect_browser_to: "/login?aal=aal2&flow=7" })).toEqual({
      next: "go",
      address: "/login?aal=aal2&flow=7",
    });
    expect(outcome("session_aal2_required")).toEqual({
      next: "go",
      address: "/login?aal=aal2&return_to=%2Fhealth%3Fx%3D1",
    });
  });

  test("session_refresh_required redirects to login with refresh", () => {
    expect(outcome("session_refresh_required")).toEqual({
      next: "go",
      address: "/login?refresh=true&return_to=%2Fhealth%3Fx%3D1",
    });
  });

  test.each(["session_inactive", "session_aal1_required"] as const)("%s redirects to login", (id) => {
    expect(outcome(id)).toEqual({ next: "go", address: "/login?return_to=%2Fhealth%3Fx%3D1" });
  });

  test("browser_location_change_required redirects to the address in the response", () => {
    expect(outcome("browser_location_change_required", { redirect_browser_to: "https://id.example.org/x" })).toEqual({
      next: "go",
      address: "https://id.example.org/x",
    });
  });

  test("the screen never redirects to an address that is not http or https", () => {
    expect(outcome("browser_location_change_required", { redirect_browser_to: "javascript:alert(1)" }).next).toBe(
      "fail",
    );
    expect(outcome("session_aal2_required", { redirect_browser_to: "data:text/html,x" })).toEqual({
      next: "go",
      address: "/login?aal=aal2&return_to=%2Fhealth%3Fx%3D1",
    });
  });

  test("self_service_flow_return_to_forbidden starts a new flow without return_to and shows the message", () => {
    expect(outcome("self_service_flow_return_to_forbidden")).toEqual({
      next: "restart",
      message: "words of self_service_flow_return_to_forbidden",
      withoutReturnTo: true,
    });
  });

  test.each(["self_service_flow_expired", "security_csrf_violation"] as const)(
    "%s starts a new flow and shows the message",
    (id) => {
      expect(outcome(id)).toEqual({ next: "restart", message: `words of ${id}` });
    },
  );

  test("ID-54 security_identity_mismatch starts a new flow", () => {
    expect(outcome("security_identity_mismatch")).toEqual({ next: "restart" });
  });

  test("ID-36 every other response with status 410 starts a new flow", () => {
    expect(outcome("gone").next).toBe("restart");
  });

  test("ID-35 a status 400 with a flow shows that flow", () => {
    const flow = { id: "f", ui: { nodes: [] } };
    expect(outcome("invalid", flow)).toEqual({ next: "draw", flow });
  });

  test("all other errors are shown as a failure", () => {
    for (const id of ["internal", "network", "invalid", "too_many_requests"] as const) {
      expect(outcome(id).next).toBe("fail");
    }
    expect(flowOutcome(new TypeError("x"), "/").next).toBe("fail");
  });
});

test.each([
  ["/login?aal=aal2", true],
  ["/verification?flow=f", true],
  ["/profile-settings?flow=f", false],
  ["https://provider.example.org/login", false],
])("isSignInScreen(%s) returns %s", (address, expected) => {
  expect(isSignInScreen(address)).toBe(expected);
});
