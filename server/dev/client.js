// Development only: reloads the page after a build and shows the message of one that failed.
{
  const page = document.documentElement
  const panel = document.createElement("pre")
  panel.setAttribute("role", "alert")
  // Properties, not a style attribute: the content security policy blocks the latter.
  Object.assign(panel.style, {
    position: "fixed",
    inset: "auto 0 0 0",
    zIndex: "2147483647",
    maxHeight: "60vh",
    margin: "0",
    padding: "1rem",
    overflow: "auto",
    background: "#2b0b0e",
    color: "#ffdfe0",
    font: "13px/1.5 ui-monospace, monospace",
  })
  const events = new EventSource("/__dev/reload")
  events.addEventListener("failed", ({ data }) => {
    panel.textContent = data
    document.body.append(panel)
  })
  events.addEventListener("built", ({ data: version }) => {
    panel.remove()
    // Once per version: a page that cannot become current must not reload for ever.
    const last = "waybill-dev-reload"
    if (page.dataset.release === version || sessionStorage.getItem(last) === version) return
    sessionStorage.setItem(last, version)
    location.reload()
  })
}
