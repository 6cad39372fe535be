import { signOut } from "#console/access/sign-out.ts";
import { isAborted, messageOf } from "#console/client/failure.ts";
import { toast } from "#console/widgets/toast/toast.ts";

/** Signs out, or says why it could not. */
export const useSignOut = () => () => {
  signOut().catch((error: unknown) => {
    if (!isAborted(error)) toast.error(messageOf(error));
  });
};
