/** Scripts of other parties in this document: maps and analytics. They come only with a key and go with the session. */

const MARK = "data-third-party"

/** Adds the script once per name. */
export function addThirdPartyScript(name: "maps" | "analytics", src: string): void {
  if (document.querySelector(`script[${MARK}="${name}"]`) !== null) return
  const script = document.createElement("script")
  script.src = src
  script.async = true
  script.setAttribute(MARK, name)
  document.head.append(script)
}

export function hasThirdPartyScripts(): boolean {
  return document.querySelector(`script[${MARK}]`) !== null
}

/** Removes the elements; what they ran stays until the document is left, so the caller reloads. */
export function removeThirdPartyScripts(): void {
  for (const script of document.querySelectorAll(`script[${MARK}]`)) script.remove()
}
