// A server with the sample data, people of three roles, and connections that a test creates.
import { expect } from "vitest";
import { openEstate } from "../permissions/estate-server.ts";
import type { TestServer } from "./test-server.ts";

export async function openConnections(on: TestServer) {
  const { server, db, person } = await openEstate(on);
  const admin = await person({ roles: ["admin"] });
  const editor = await person({ roles: ["editor"] });
  const viewer = await person({ roles: ["viewer"] });
  let connectionCount = 0;

  /** Creates a connection with an administrator account; returns its id. */
  async function make(row: object): Promise<string> {
    const answer = await admin.ask("/connections?select=id", {
      method: "POST",
      headers: { prefer: "return=representation" },
      body: { name: `made ${(connectionCount += 1)}`, ...row },
    });
    expect({ row, status: answer.status, said: answer.text }).toMatchObject({ status: 201 });
    return (answer.body as { id: string }[])[0]!.id;
  }
  return { server, db, person, admin, editor, viewer, make };
}
