// The parts of the console that are fetched once somebody is signed in; the router loads this file as one.
export { Home } from "./Home.tsx";
export { NotFound } from "./NotFound.tsx";
export { PageFailure } from "./PageFailure.tsx";
export { PageGate } from "./PageGate.tsx";
export { PageSkeleton } from "./PageSkeleton.tsx";
export { Shell } from "./Shell.tsx";
