// People, their roles, and explanations of their rights.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

/** Lists users and open invitations. */
export const users = call<Shape<typeof schema.users>>("GET", "/api/people");
export const updatePerson = call<Shape<typeof schema.updatePerson>>("POST", "/api/people/update");
/** Ends all access of the person at once. The person remains the author of past actions. */
export const removePerson = call<Shape<typeof schema.removePerson>>("DELETE", "/api/people/{id}");
export const withdrawInvitation = call<Shape<typeof schema.withdrawInvitation>>(
  "DELETE",
  "/api/people/invitations/{id}",
);

export const updateRole = call<Shape<typeof schema.updateRole>>("POST", "/api/rbac/{userId}/update_role");
export const explain = call<Shape<typeof schema.explain>>("POST", "/api/rbac/explain");

export type Users = Shape<typeof schema.users>["answer"];
export type User = Users["users"][number];
export type Invitation = Users["invitations"][number];
export type Explained = Shape<typeof schema.explain>["answer"]["payload"];
export type Reason = Explained["reasons"][number];
