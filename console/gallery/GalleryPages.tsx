import { Link, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { entries, type Shown, stateSlug } from "./entries.ts";
import type { GalleryState } from "./entry.ts";

/** Shown while no entry is chosen. */
export function GalleryHome() {
  return (
    <>
      <h1 className="text-display font-semibold">Gallery</h1>
      <p className="mt-2 max-w-prose text-muted">
        The gallery shows every widget in every state. Each file in console/gallery/entries is an entry, and the name of
        a state opens only that state.
      </p>
    </>
  );
}

/** Shows all states of an entry. */
export function EntryPage() {
  const entry = useEntry();
  if (!entry) return <h1 className="text-display font-semibold">There is no such entry</h1>;
  return (
    <>
      <h1 className="text-display font-semibold">{entry.name}</h1>
      {/* The key resets the state when the entry changes. */}
      <div key={entry.slug} className="mt-4 flex flex-col gap-8">
        {entry.states.map((state) => (
          <section
            key={state.name}
            data-state={stateSlug(state.name)}
            data-press={state.press?.join("\n")}
            className="min-w-0"
          >
            <h2 className="mb-2 font-medium text-muted">
              <Link
                to="/_gallery/$entry/$state"
                params={{ entry: entry.slug, state: stateSlug(state.name) }}
                className="hover:text-text hover:underline"
              >
                {state.name}
              </Link>
            </h2>
            <Frame state={state} />
          </section>
        ))}
      </div>
    </>
  );
}

/** Shows a single state, for screenshots. */
export function StatePage() {
  const entry = useEntry();
  const { state: slug } = useParams({ strict: false });
  const state = entry?.states.find(({ name }) => stateSlug(name) === slug);
  if (!entry || !state) return <h1 className="text-display font-semibold">There is no such state</h1>;
  return (
    <main className="p-4">
      <h1 className="sr-only">{`${entry.name}: ${state.name}`}</h1>
      <Frame state={state} />
    </main>
  );
}

function useEntry(): Shown | undefined {
  const { entry: slug } = useParams({ strict: false });
  const entry = entries.find((candidate) => candidate.slug === slug);
  useEffect(() => {
    document.title = `${entry?.name ?? "Nothing"} | Gallery`;
  }, [entry]);
  return entry;
}

function Frame({ state: { draw: Draw, height } }: { state: GalleryState }) {
  return (
    <div style={height === undefined ? undefined : { height }}>
      <Draw />
    </div>
  );
}
