// Tests topologies over HTTP: people who save, run and push them, and a local server whose documents their lookups
// read.
import type { openEstate, Someone } from "../permissions/estate-server.ts";
import type { TopologyDryRun } from "#areas/topology/building.contract.ts";
import { startLocalServer } from "./local-server.ts";

export async function openTopologyServer({ person }: Pick<Awaited<ReturnType<typeof openEstate>>, "person">) {
  const [admin, editor, viewer] = [
    await person({ roles: ["admin"] }),
    await person({ roles: ["editor"] }),
    await person({ roles: ["viewer"] }),
  ];
  const source = await startLocalServer();
  /** The documents that the server returns, by path; all other paths return an error. */
  const documents = new Map<string, unknown>();
  source.answer = (request, response) => {
    const found = documents.get(request.url ?? "");
    response.writeHead(found === undefined ? 500 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(found ?? { token: request.headers.authorization }));
  };

  const send = (who: Someone, method: string, path: string, body: unknown) =>
    who.ask(path, { method, body, headers: { prefer: "return=representation" } });

  async function create(name: string, spec: object, who = editor) {
    const { status, body } = await send(who, "POST", "/topologies", { name, source: "UI", spec });
    return { status, id: (body as { id: string }[])[0]?.id ?? "", body: body as { message?: string; error?: string } };
  }

  const namesOf = async (id: string) => {
    const { body } = await editor.ask(`/components?topology_id=eq.${id}&deleted_at=is.null&select=name&order=name`);
    return (body as { name: string }[]).map(({ name }) => name);
  };

  const idOf = async (topology: string, name: string) => {
    const { body } = await editor.ask(`/components?topology_id=eq.${topology}&name=eq.${name}&select=id`);
    return (body as { id: string }[])[0]!.id;
  };

  const runNow = async (id: string, who = editor) => {
    const { status, body } = await send(who, "POST", `/api/canary/run/topology/${id}`, {});
    return { status, body: body as { status: string; count: number; errors: string[] } };
  };

  const dryRun = async (body: object, who = editor) => {
    const answer = await send(who, "POST", "/api/topology/dry-run", body);
    return { status: answer.status, ...(answer.body as Partial<TopologyDryRun> & { error?: string }) };
  };

  return { admin, editor, viewer, source, documents, send, create, namesOf, idOf, runNow, dryRun };
}
