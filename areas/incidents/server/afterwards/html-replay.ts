// The script and the styles of the replay in an exported page. The slider shows the health of each resource at the
// selected time and marks the changes before it.

export const replayStyle = `
  .bar { position: relative; min-width: 16rem; height: 1.2rem; padding: 0; }
  .bar i { position: absolute; top: .2rem; bottom: .2rem; background: #888; }
  .bar i.healthy { background: #2a8; }
  .bar i.warning { background: #d90; }
  .bar i.unhealthy { background: #c33; top: 0; bottom: 0; }
  .bar i.gone { background: none; }
  .change.later { opacity: .35; }
  #at { width: 30rem; max-width: 70vw; vertical-align: middle; }`;

export const replayScript = `
  const slider = document.getElementById("at");
  const show = () => {
    const at = Number(slider.value);
    document.getElementById("moment").textContent = new Date(at).toISOString().slice(0, 16).replace("T", " ") + " UTC";
    for (const lane of document.querySelectorAll(".lane")) {
      const parts = [...lane.querySelectorAll("i")];
      const now = parts.find((part) => Number(part.dataset.from) <= at && at < Number(part.dataset.to)) ?? parts.findLast((part) => Number(part.dataset.to) <= at);
      lane.querySelector(".now").textContent = now ? now.className : "";
    }
    for (const change of document.querySelectorAll(".change")) change.classList.toggle("later", Number(change.dataset.at) > at);
  };
  slider.addEventListener("input", show);
  show();`;
