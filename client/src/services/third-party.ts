/** Scripts of others in this document: those that its policy was written for. They come with a session and go with it. */
import type { OutsideScript } from "#client/lib/input.ts"

const MARK = "data-third-party"
/** In an address: the analytics key. */
const KEY = "{key}"

/** Adds those of the scripts that the analytics key calls for (specification 9), and those that need none; an empty key counts as none. */
export function addOutsideScripts(scripts: readonly OutsideScript[], key: string): void {
  for (const { name, src, needsKey } of scripts) {
    if (key === "" && (needsKey || src.includes(KEY))) continue
    addThirdPartyScript(name, src.replaceAll(KEY, encodeURIComponent(key)))
  }
}

/** Adds the script once per name. */
export function addThirdPartyScript(name: "maps" | OutsideScript["name"], src: string): void {
  if (document.querySelector(`script[${MARK}="${name}"]`) !== null) return
  const script = document.createElement("script")
  script.src = src
  script.async = true
  // Styles that it adds are let in by it.
  script.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? ""
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
