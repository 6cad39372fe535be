import { prove } from "#tests/support/expression-cases.ts";
import { matching } from "./matching.ts";

prove(matching, {
  matchQuery: {
    good: [
      ['matchQuery(pod, "type=Kubernetes::Pod health=unhealthy")', true],
      ['matchQuery(pod, "name=other*")', false],
    ],
    bad: [
      ['matchQuery(pod, "(")', "cannot read"],
      ["matchQuery(1, 'a')", "a map"],
    ],
  },
  matchLabel: {
    good: [
      ['matchLabel(pod.labels, "app", "web*,!worker")', true],
      ['matchLabel(pod.labels, "app", "!web")', false],
      ['matchLabel(pod.labels, "none", "!web")', true],
    ],
    bad: [['matchLabel(1, "app", "a")', "a map"]],
  },
});
