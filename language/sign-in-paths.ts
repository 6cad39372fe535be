// The paths of the sign-in screens. The server returns a separate page (sign-in.html) for them, which loads less script
// than the console.

export const signInPaths = ["/login", "/registration", "/recovery", "/verification", "/error"] as const;
export type SignInPath = (typeof signInPaths)[number];

/** The sign-in screen at a path, in any case and with or without a slash at the end. */
export function signInPathOf(path: string): SignInPath | undefined {
  const plain = path.toLowerCase().replace(/\/$/, "");
  return signInPaths.find((known) => known === plain);
}
