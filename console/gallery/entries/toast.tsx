import { Button } from "#console/widgets/Button.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import type { GalleryEntry } from "../entry.ts";

const long =
  "The connection arn:aws:eks:eu-central-1:123456789012:nodegroup/production-cluster-with-a-long-name could not be saved: the namespace is missing.";

export const entry: GalleryEntry = {
  name: "Toast",
  group: "Feedback",
  states: [
    {
      name: "Kinds",
      press: ["Success", "Warning", "Error", "Long error", "Loading until a key press"],
      draw: () => (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => toast.success("Connection updated successfully")}>Success</Button>
          <Button
            onClick={() =>
              toast.warning('Health Check saved, with 1 unknown field: unknown field "tests"; did you mean "test"?')
            }
          >
            Warning
          </Button>
          <Button onClick={() => toast.error("Network Error. Please try again.")}>Error</Button>
          <Button onClick={() => toast.error(long)}>Long error</Button>
          <Button
            onClick={() => {
              const id = toast.loading("Saving");
              addEventListener("keydown", () => toast.settle(id, "success", "Saved"), { once: true });
            }}
          >
            Loading until a key press
          </Button>
        </div>
      ),
    },
    {
      name: "Too many",
      press: ["Thirty at once"],
      draw: () => (
        <Button
          onClick={() => Array.from({ length: 30 }, (_, number) => toast.success(`Check ${number + 1} was deleted`))}
        >
          Thirty at once
        </Button>
      ),
    },
  ],
};
