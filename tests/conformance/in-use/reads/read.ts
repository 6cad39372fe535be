/** Which rows of the checklist it proves, what is asked (`R`: with a count, as lists ask for it), and the fields of the answer. */
export type Read = [proves: string, path: string, fields: string];

/** The last run of what is listed, as every list of resources reads it. */
export const job =
  "job_name job_status job_details job_time_start job_last_failed job_created_at job_duration_millis job_error_count job_success_count job_hostname job_resource_type job_time_end";
