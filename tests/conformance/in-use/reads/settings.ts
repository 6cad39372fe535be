// The read requests of the settings screens, and of the pages for people and views.
import { job, type Read } from "../client.ts";

export const settings: Read[] = [
  [
    "DA-59",
    "R /db/permissions_summary?&select=*&deleted_at=is.null&limit=50&offset=0",
    "id description action deny object object_selector subject subject_type component_id config_id canary_id check_id playbook_id connection_id person_id team_id notification_id until source created_by updated_by created_at updated_at person team group notification playbook catalog component connection canary createdBy tags agents",
  ],
  ...[
    "component_id=eq.{component 4}",
    "person_id=eq.{person 2}",
    "team_id=eq.{team 1}",
    "config_id=eq.{config 6}",
    "canary_id=eq.{canary 3}",
    "check_id=eq.{check 3}",
    "playbook_id=eq.{playbook 2}",
    "connection_id=eq.{connection 1}",
    "subject_type=eq.person",
    "subject=eq.{person 2}",
  ].map((filter): Read => [
    "DA-59",
    `R /db/permissions_summary?${filter}&select=*&deleted_at=is.null&limit=50&offset=0`,
    "id action",
  ]),
  [
    "DA-33",
    "R /db/agents_summary?select=*,created_by(AV)&order=created_at.desc&&limit=50&offset=0&order=name.asc",
    "id name config_count checks_count config_scrapper_count playbook_runs_count last_seen last_received created_at updated_at created_by.name properties",
  ],
  [
    "DA-88",
    "R /canary/integrations_with_status?order=created_at.desc&select=*&deleted_at=is.null&limit=50&offset=0&order=name.asc",
    "id name namespace integration_type agent source job_status job_time_start creator_name creator_avatar creator_email created_at updated_at",
  ],
  [
    "DA-53",
    "R /db/job_histories?&select=*&limit=150&offset=0&resource_type.filter=canary&name.filter=Scr*&status.filter=!SUCCESS&order=created_at.desc&and=(created_at.gt.{before},created_at.lt.{after})&duration_millis=gte.100",
    "id name resource_type resource_id resource_name status success_count error_count details hostname time_start time_end duration_millis agent.name created_at",
  ],
  [
    "",
    "R /db/job_histories?&select=*&limit=150&offset=0&resource_type.filter=team&resource_id=eq.{team 1}&order=created_at.desc",
    "name resource_name",
  ],
  [
    "",
    "/db/teams_with_status?select=*,created_by(AV)&order=created_at.desc&deleted_at=is.null&limit=100",
    `id name icon source spec created_at created_by.name ${job}`,
  ],
  [
    "",
    "/db/incident_rules?select=*,created_by(AV)&order=created_at.desc&deleted_at=is.null&limit=100",
    "id name source spec created_by.name created_at updated_at",
  ],
  [
    "DA-65",
    "/db/connections?select=*,created_by(AV)&order=created_at.desc&deleted_at=is.null&limit=100",
    "id name namespace type source url created_by.name created_at updated_at",
  ],
  ["DA-65", "/canary/connections?id=eq.{connection 1}&select=id,name,type", "id name type"],
  ["DA-109", "/db/connections?id=eq.{connection 1}&select=id,name,type", "id name type"],
  [
    "DA-30",
    "/db/identities",
    "id state created_at updated_at state_changed_at traits.email traits.name.first traits.name.last",
  ],
  ["DA-29", "/db/people_roles?id=in.({person 1},{person 2})", "id name email roles"],
  ["DA-28", "/db/people?select=*&order=name.asc", "id name avatar email"],
  ["", "/db/people?id=eq.{person 1}", "id name avatar email"],
  ["DA-31", "/db/teams?deleted_at=is.null&order=name.asc", "id name icon spec source"],
  ["", "/db/teams?id=eq.{team 1}", "id name icon"],
  ["DA-32", "/db/team_members?team_id=eq.{team 1}&select=*,person_id(*)", "team_id person_id.name person_id.avatar"],
  ["", "/db/agents_summary?select=*&id=eq.{agent 1}", "id name properties"],
  ["DA-108", "/db/agents?select=id,name,description&id=in.({agent 1},{agent 2})", "id name description"],
  ["DA-33", "/db/agents?select=id,name,description&id=eq.{agent 1}", "id name description"],
  ["", "/db/agents?select=id,name,description", "id name description"],
  ["DA-54", "/db/job_history_names?order=name.asc", "name"],
  [
    "DA-63",
    "/db/properties?select=*,created_by(AV)&name=eq.setting.1&value=eq.true",
    "name value created_by.name created_at updated_at",
  ],
  [
    "",
    "/db/logging_backends?order=created_at.desc&select=id,spec,name,source,created_at,updated_at,created_by(AV)&deleted_at=is.null",
    "id spec name source created_at updated_at created_by.name",
  ],
  [
    "DA-64",
    "/db/views?select=*&order=created_at.desc",
    "id name namespace source spec created_by created_at updated_at",
  ],
  ["DA-64", "/db/views_summary?id=eq.{view 1}&select=*", "id namespace name title icon ordinal sidebar last_ran"],
  [
    "DA-64",
    "/db/views_summary?sidebar=eq.true&select=id,name,namespace,title,icon,ordinal&order=ordinal.asc,title.asc",
    "id name namespace title icon ordinal",
  ],
  [
    "",
    "/db/applications?select=*,created_by(AV)&order=created_at.desc&deleted_at=is.null&limit=100",
    "id name namespace source created_by.name created_at updated_at spec",
  ],
];
