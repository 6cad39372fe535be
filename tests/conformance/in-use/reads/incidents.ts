// The read requests of the incident screens.
import type { Read } from "../client.ts";

const incidentHistory =
  "select=*,evidence:evidences(id,description,type,components(id,name,icon),configs(id,name),config_changes(id,change_type),config_analysis(id,analyzer,message,analysis),checks(id,icon,name)),hypothesis:hypotheses(id,title),responder:responders(id,person:person_id(id,name,avatar),team:team_id(id,name,icon)),comment:comments(id,comment),created_by(id,name,avatar))";

export const incidents: Read[] = [
  [
    "DA-22",
    "/db/incidents_by_component?order=created_at.desc&type=eq.availability&status=eq.open&component_id=eq.{component 2}",
    "id title type status created_at",
  ],
  ["DA-23", "/db/incidents_by_config?config_id=eq.{config 2}", "id title type status created_at"],
  [
    "DA-21",
    "/db/incident_summary?&title=ilike.*disk*&order=created_at.desc&severity=eq.Medium&status=eq.open&type=eq.availability&created_by=eq.{person 1}&hypotheses.evidences.component_id=eq.{component 2}",
    "id incident_id title severity type status created_at responders commander.name commenters",
  ],
  [
    "DA-20",
    "/db/incidents?id=eq.{incident 2}&select=*,hypotheses(*,created_by(AV),evidences(*,created_by(AV)),comments(created_at,comment,external_created_by,responder_id(team_id(*)),created_by(id,AV),id)),commander:commander_id(AV),communicator_id(AV),responders(created_by(AV))",
    "id incident_id title description severity type status created_at commander.avatar communicator_id.name hypotheses.created_by.name hypotheses.evidences.created_by.name hypotheses.comments.created_by.email hypotheses.comments.responder_id responders.created_by.name",
  ],
  [
    "DA-110",
    "/db/incidents?order=created_at.desc&title=ilike.*disk*&select=*,hypotheses(id, type)",
    "id title status severity type hypotheses.type",
  ],
  ["DA-110 DA-25", "/db/hypotheses?order=created_at.desc&title=ilike.*DNS*&incident_id=eq.{incident 2}", "id title"],
  [
    "DA-25",
    "/db/hypotheses?id=eq.{hypothesis 1}&select=id,comments(id,*,created_by(id,name,avatar),responder_id(*,team_id(*))),evidences(id,*,created_by(id,name,avatar))",
    "id comments.created_by.avatar comments.responder_id.team_id.name evidences.created_by.name",
  ],
  [
    "",
    "/db/responders?incident_id=eq.{incident 1}&select=*,team:team_id(id,name,icon,spec),person:person_id(id,name,avatar)&deleted_at=is.null",
    "id external_id team_id team.name person properties created_at",
  ],
  [
    "DA-24",
    `/db/incident_histories?incident_id=eq.{incident 2}&${incidentHistory}&order=created_at.desc`,
    "id type description created_at created_by evidence hypothesis responder comment",
  ],
  ["DA-26", '/db/evidences?id=in.("{evidence 1}","{evidence 2}")', "id type evidence hypothesis_id"],
  [
    "DA-27",
    "/db/comments?incident_id=eq.{incident 1}&select=*,created_by(id,name,avatar)",
    "id comment created_by.name",
  ],
];
