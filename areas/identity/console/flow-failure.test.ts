import { describe, expect, test } from "vitest";
import { Problem, type ProblemId } from "#language/problem.ts";
import { flowOutcome, isSignInScreen } from "./flow-failure.ts";

const outcome = (id: ProblemId, parts: Record<string, unknown> = {}, status?: number) =>
  flowOutcome(new Problem(id, `words of ${id}`, { parts, ...(status && { status }) }), "/health?x=1");

describe("the outcome of each failure of a flow", () => {
  test("ID-49 session_already_available: the person is signed in", () => {
    expect(outcome("session_already_available")).toEqual({ next: "signed-in" });
  });

  test("ID-48 session_aal2_required: the given address, or login with aal2", () => {
    expect(outcome("session_aal2_required", { redirect_browser_to: "/login?aal=aal2&flow=7" })).toEqual({
      next: "go",
      address: "/login?aal=aal2&flow=7",
    });
    expect(outcome("session_aal2_required")).toEqual({
      next: "go",
      address: "/login?aal=aal2&return_to=%2Fhealth%3Fx%3D1",
    });
  });

  test("session_refresh_required: login with refresh", () => {
    expect(outcome("session_refresh_required")).toEqual({
      next: "go",
      address: "/login?refresh=true&return_to=%2Fhealth%3Fx%3D1",
    });
  });

  test.each(["session_inactive", "session_aal1_required"] as const)("%s: login", (id) => {
    expect(outcome(id)).toEqual({ next: "go", address: "/login?return_to=%2Fhealth%3Fx%3D1" });
  });

  test("browser_location_change_required: the given address", () => {
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

  test("self_service_flow_return_to_forbidden: a new flow without return_to, and its words", () => {
    expect(outcome("self_service_flow_return_to_forbidden")).toEqual({
      next: "restart",
      message: "words of self_service_flow_return_to_forbidden",
      withoutReturnTo: true,
    });
  });

  test.each(["self_service_flow_expired", "security_csrf_violation"] as const)(
    "%s: a new flow, and its words",
    (id) => {
      expect(outcome(id)).toEqual({ next: "restart", message: `words of ${id}` });
    },
  );

  test("ID-54 security_identity_mismatch: a new flow", () => {
    expect(outcome("security_identity_mismatch")).toEqual({ next: "restart" });
  });

  test("ID-36 any other 410: a new flow", () => {
    expect(outcome("gone").next).toBe("restart");
  });

  test("ID-35 a 400 with a flow: that flow is drawn", () => {
    const flow = { id: "f", ui: { nodes: [] } };
    expect(outcome("invalid", flow)).toEqual({ next: "draw", flow });
  });

  test("anything else has failed", () => {
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
])("%s is a sign-in screen of this site: %s", (address, expected) => {
  expect(isSignInScreen(address)).toBe(expected);
});
