// The read requests of the notification and silence screens.
import type { Read } from "../client.ts";

const messages =
  "id notification_id status count first_observed created_at source_event silenced_by resource_id resource_type resource.name resource_health resource_status resource_health_description playbook_run.playbook_name person_id connection_id error duration_millis body parent_id";
const rules = "select=*,person:person_id(AV),team:team_id(id,name,icon),created_by(AV)";
const ruleFields =
  "id name namespace title events filter source person_id team_id custom_services created_by.name created_at updated_at error error_at repeat_interval wait_for";
const silences =
  "select=*,checks:check_id(id,name,type,status),catalog:config_id(id,name,type,config_class),component:component_id(id,name,icon),createdBy:created_by(AV)";

export const notifications: Read[] = [
  [
    "DA-58",
    "R /db/notification_send_history_summary?select=*&order=created_at.desc&limit=50&offset=0&resource_type.filter=config&status.filter=sent,error,!skipped&resource->>name.filter=pod*",
    messages,
  ],
  [
    "",
    "R /db/notification_send_history_summary?select=*&order=created_at.desc&limit=50&offset=0&resource_id=eq.{check 1}",
    messages,
  ],
  [
    "DA-55",
    `R /db/notifications_summary?${rules}&order=created_at.desc&limit=50&offset=0`,
    `${ruleFields} pending avg_duration_ms failed sent most_common_error`,
  ],
  [
    "DA-57",
    `R /db/notification_silences?${silences}&order=created_at.desc&limit=50&offset=0&deleted_at=is.null&`,
    "id name from until description recursive source filter error checks.status catalog.config_class component.icon createdBy.email",
  ],
  ["", "R /db/notification_silences?select=*&order=created_at.desc&id=eq.{silence 1}", "id name"],
  ["DA-58", "/db/notification_send_history_summary?id=eq.{message 1}&select=*", messages],
  [
    "DA-56",
    `/db/notifications?id=eq.{notification 2}&${rules}`,
    `${ruleFields} person.avatar template properties playbook_id wait_for_eval_period group_by`,
  ],
  ["", "/db/config_tags_labels_keys", "key"],
  ["", "/db/component_labels_keys", "key"],
  ["", "/db/checks_labels_keys", "key"],
];
