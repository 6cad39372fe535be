import { z } from "zod";

export const aboutKubeconfig = {
  answer: z.object({
    /** The cluster's API in the file; null if none is configured, in which case the file cannot be downloaded. */
    server: z.string().nullable(),
    filename: z.string(),
    /** The lifetime of its token. */
    valid_days: z.int(),
  }),
};

/** YAML in the format of kubectl. */
export const kubeconfig = { answer: z.string() };
