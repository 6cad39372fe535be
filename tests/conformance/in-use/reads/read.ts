/**
 * One read request: the checklist rows that it proves, the path (after `R`, with a count, as lists request it), and the
 * fields of the response.
 */
export type Read = [proves: string, path: string, fields: string];

/** The fields of the last run that every list of resources reads. */
export const job =
  "job_name job_status job_details job_time_start job_last_failed job_created_at job_duration_millis job_error_count job_success_count job_hostname job_resource_type job_time_end";
