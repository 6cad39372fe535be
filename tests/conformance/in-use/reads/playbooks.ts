// The read requests of the playbook screens.
import type { Read } from "../client.ts";

const runs =
  "select=*,created_by(id,name,avatar),playbooks(id,name,title,spec,icon),component:components(id,name,icon),check:checks(id,name,icon),config:config_items(id,name,type,config_class)";
const runFields =
  "id playbook_id status start_time end_time created_at created_by.avatar playbooks.icon component_id component.icon config_id config.type check_id check.name";

export const playbooks: Read[] = [
  [
    "DA-50",
    `R /db/playbook_runs?parent_id=is.null&limit=50&offset=0&order=created_at.desc&or=(and(start_time.gte.{before},start_time.lte.{after}),and(created_at.gte.{before},created_at.lte.{after}))&${runs}`,
    runFields,
  ],
  [
    "",
    `R /db/playbook_runs?component_id=eq.{component 2}&status=eq.completed&parent_id=is.null&limit=50&offset=0&order=created_at.desc&playbook_id=eq.{playbook 2}&${runs}`,
    runFields,
  ],
  [
    "",
    `R /db/playbook_runs?config_id=eq.{config 2}&parent_id=is.null&limit=50&offset=0&order=created_at.desc&${runs}`,
    runFields,
  ],
  ["DA-49", "/db/playbook_names?select=id,name,title,icon,category&order=title.asc", "id name title icon category"],
  [
    "DA-48 DA-100",
    "/db/playbooks?id=eq.{playbook 1}&select=*,created_by(AV)",
    "id name namespace title description icon category spec source created_by.avatar created_at",
  ],
  ["", "/db/playbooks?id=in.({playbook 1},{playbook 2})&select=id,title,spec", "id title spec"],
  ["", "/db/playbooks?select=*,created_by(AV)&deleted_at=is.null&order=created_at.desc", "id created_by.name"],
  [
    "DA-50",
    "/db/playbook_runs?or=(id.eq.{run 1},parent_id.eq.{run 1})&select=*,created_by(AV),playbooks(id,name,title,spec),component:components(id,name,icon),config:config_items(id,name,type,config_class),check:checks(id,name,icon),playbook_approvals(*, person_id(AV), team_id(*))",
    `${runFields.replace(" playbooks.icon", "")} playbooks.spec parent_id parameters playbook_approvals.person_id.name playbook_approvals.team_id.name`,
  ],
  [
    "DA-52",
    "/db/rpc/get_playbook_run_actions?run_id={run 1}",
    "id name playbook_run_id status scheduled_time start_time end_time result error agent_id retry_count agent artifacts.filename",
  ],
  [
    "DA-51",
    "/db/playbook_run_actions?id=eq.{action 1}&select=*,artifacts:artifacts(*)::jsonb,playbook_run:playbook_runs(spec)",
    "id name status result error artifacts.filename artifacts.content_type artifacts.size artifacts.checksum playbook_run.spec",
  ],
];
