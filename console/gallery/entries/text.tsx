import { type ReactNode, useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { Html, Markdown } from "#console/widgets/text/Formatted.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import type { GalleryEntry } from "../entry.ts";

const markdown = `# Restart the payment service

It takes **two minutes**. Before, read [the runbook](https://example.org/runbook) and tell \`#payments\`.

1. Drain the queue
2. Run \`kubectl rollout restart deployment/payments\`
   - wait for it
   - look at the [dashboard](/dashboard)

> Do not do this on Fridays.

| Step | Minutes |
|------|---------|
| Drain | 1 |
| Restart | 1 |

\`\`\`shell
kubectl rollout status deployment/payments --timeout 2m
\`\`\`

![Graph](https://example.org/graph.png)
`;
/** Each of these elements would set window.hacked if it were not removed. */
const hostile = `<p>Harmless text is kept.</p>
<script>window.hacked = "script"</script>
<img src="x" onerror="window.hacked = 'onerror'">
<svg><animate onbegin="window.hacked = 'svg'" attributeName="x" dur="1s"></animate></svg>
<svg><style><img src=x onerror="window.hacked='mxss'"></style></svg>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.hacked='mglyph'&gt;">
<a href="javascript:window.hacked='link'">link</a>
<a href="data:text/html,<script>parent.hacked='data'</script>">data</a>
<a href="&#106;avascript:window.hacked='entity'">entity</a>
<iframe srcdoc="<script>parent.hacked='srcdoc'</script>"></iframe>
<object data="javascript:window.hacked='object'"></object>
<form id="root" action="https://example.org"><input name="attributes"><button>Send</button></form>
<details open ontoggle="window.hacked='toggle'"><summary>More</summary></details>
<style>body { display: none }</style>
<div style="position:fixed;inset:0" id="root" class="fixed inset-0" data-x="1">styled</div>
<meta http-equiv="refresh" content="0;url=https://example.org">
<base href="https://example.org/">`;

/**
 * Renders the text only on demand, because the browser reports content security policy violations while it parses the
 * text.
 */
function OnDemand({ draw: Draw }: { draw: () => ReactNode }) {
  const [isShown, setShown] = useState(false);
  return isShown ? <Draw /> : <Button onClick={() => setShown(true)}>Show</Button>;
}

const arn = "arn:aws:eks:eu-central-1:123456789012:nodegroup/production/spot-workers/9ac2f1d0";

export const entry: GalleryEntry = {
  name: "Text",
  group: "Text",
  states: [
    {
      name: "Cut in the middle and at the end",
      draw: () => (
        <div className="flex w-64 flex-col gap-1">
          <Truncated text={arn} className="font-mono" />
          <Truncated text={arn} end={16} className="font-mono" />
          <Truncated text="A sentence that is longer than the space that is available for it here" cut="end" />
          <Truncated text="short" />
        </div>
      ),
    },
    { name: "Markdown", draw: () => <Markdown text={markdown} /> },
    { name: "HTML", draw: () => <Html text="<h3>Alert</h3><p>CPU is at <b>97 %</b> on <code>node-7</code>.</p>" /> },
    { name: "Hostile", draw: () => <OnDemand draw={() => <Html text={hostile} />} /> },
    {
      name: "Hostile markdown",
      draw: () => (
        <OnDemand
          draw={() => (
            <Markdown text={`[x](javascript:window.hacked='md') ![y](x"onerror="window.hacked=1)\n\n${hostile}`} />
          )}
        />
      ),
    },
    { name: "Nothing", draw: () => <Markdown text="" /> },
  ],
};
