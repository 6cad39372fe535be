// The parts of the console that require a session; the router loads this file as one script.
export { Home } from "./Home.tsx";
export { NotFound } from "./NotFound.tsx";
export { PageFailure } from "./PageFailure.tsx";
export { PageGate } from "./PageGate.tsx";
export { PageSkeleton } from "./PageSkeleton.tsx";
export { Shell } from "./Shell.tsx";
