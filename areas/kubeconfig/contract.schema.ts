import { z } from "zod";

export const aboutKubeconfig = {
  answer: z.object({
    /** The address of the cluster's API; null if no address is configured, in which case the download fails. */
    server: z.string().nullable(),
    filename: z.string(),
    /** The lifetime of the token in the file, in days. */
    valid_days: z.int(),
  }),
};

/** The file: YAML in the kubeconfig format of kubectl. */
export const kubeconfig = { answer: z.string() };
