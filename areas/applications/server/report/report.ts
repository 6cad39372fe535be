// Builds the audit report of an application.
import { problem } from "#language/problem.ts";
import { readView } from "#areas/views/server/index.ts";
import type { System } from "#server/area.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Report } from "../../contract.ts";
import type { ApplicationSpec } from "../spec/application-spec.ts";
import { accessControlOf } from "./access-control.ts";
import { readBackups, readChanges } from "./history.ts";
import { distinctItems, findItems } from "./mapped-items.ts";
import { readCheckIds, readFindings, readIncidents, readMonitoring } from "./operations.ts";
import { costOf, locationsOf, namedProperty, propertiesOf, repositoriesOf, versionOf } from "./places.ts";
import { createReader } from "./reader.ts";
import { readSections } from "./sections.ts";

interface Asked {
  actor: Actor;
  namespace: string;
  name: string;
}

interface ApplicationRow {
  id: string;
  name: string;
  namespace: string;
  description: string;
  created_at: string;
  spec: ApplicationSpec;
}

export async function buildReport(system: System, { actor, namespace, name }: Asked): Promise<Report> {
  await system.features.require("applications", "the report");
  const reader = await createReader(system, actor);
  const [application] = await reader.rows<ApplicationRow>(
    `select jsonb_build_object('id', a.id, 'name', a.name, 'namespace', coalesce(a.namespace, 'default'),
              'description', coalesce(a.description, ''), 'created_at', a.created_at, 'spec', a.spec) as row
     from   applications a
     where  coalesce(a.namespace, 'default') = $1 and a.name = $2 and a.deleted_at is null`,
    [namespace, name],
  );
  if (!application) throw problem.notFound("application", `${namespace}/${name}`);
  const { spec } = application;
  const matches = await findItems(system, reader, spec.mapping);
  const idsOf = (...groups: Parameters<typeof distinctItems>[1][]) =>
    distinctItems(matches, ...groups).map(({ id }) => id);
  const ids = idsOf("environments", "datasources");
  const findingIds = idsOf("environments", "datasources", "logins", "authentication");
  const databases = idsOf("datasources");
  const operations = async () => {
    const checks = await readCheckIds(reader, ids);
    const [incidents, monitoring] = await Promise.all([
      readIncidents(reader, { items: findingIds, checks }),
      readMonitoring(reader, checks),
    ]);
    return { incidents, monitoring };
  };
  const [changes, backups, { incidents, monitoring }, findings, sections] = await Promise.all([
    readChanges(reader, ids),
    readBackups(reader, databases),
    operations(),
    readFindings(reader, findingIds),
    readSections(
      spec.sections,
      application.namespace,
      (view, maxRows) => readView(system, actor, view, maxRows),
      (section, reason) => reader.omit(section, reason),
    ),
  ]);
  const lifecycle = namedProperty(spec.properties, "lifecycle");
  const version = versionOf(spec.properties, matches);
  const cost = costOf(distinctItems(matches, "environments", "datasources"));
  return {
    id: application.id,
    name: application.name,
    namespace: application.namespace,
    type: spec.type ?? "",
    description: spec.description || application.description,
    ...(lifecycle !== undefined && { lifecycle }),
    createdAt: application.created_at,
    generatedAt: new Date().toISOString(),
    properties: propertiesOf(spec.properties),
    accessControl: accessControlOf(matches),
    changes,
    incidents,
    ...backups,
    findings,
    ...(monitoring && { monitoring }),
    ...(version && { version }),
    repositories: repositoriesOf(spec.properties),
    locations: locationsOf(matches),
    ...(cost && { cost }),
    sections,
    omitted: reader.omitted,
  };
}
