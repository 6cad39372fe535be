import { z } from "zod";

export const aboutKubeconfig = {
  answer: z.object({
    /** The API that the file leads to; null when none is set up, and then there is no file. */
    server: z.string().nullable(),
    filename: z.string(),
    /** How long its token is good. */
    valid_days: z.int(),
  }),
};

/** YAML, as kubectl reads it. */
export const kubeconfig = { answer: z.string() };
