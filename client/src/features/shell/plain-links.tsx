import { useEffect } from "react"
import { useNavigate } from "react-router"

/**
 * Turns plain links and GET forms into navigations without a reload. Big tables use plain `<a>`, which costs the server a
 * tenth of a `Link`; and everything works the same while this has not started yet.
 */
export function PlainLinks() {
  const navigate = useNavigate()
  useEffect(() => {
    const click = (event: MouseEvent) => {
      const target = inAppTarget(event)
      if (target === null) return
      event.preventDefault()
      void navigate(target)
    }
    const submit = (event: SubmitEvent) => {
      const target = searchTarget(event)
      if (target === null) return
      event.preventDefault()
      void navigate(target)
    }
    document.addEventListener("click", click)
    document.addEventListener("submit", submit)
    return () => {
      document.removeEventListener("click", click)
      document.removeEventListener("submit", submit)
    }
  }, [navigate])
  return null
}

/** Path and search of a pressed link that stays in the application; `null` for every other press. */
export function inAppTarget(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null
  if (!(link instanceof HTMLAnchorElement)) return null
  if (link.target !== "" || link.hasAttribute("download")) return null
  if (link.origin !== location.origin || link.getAttribute("href")?.startsWith("#") === true) {
    return null
  }
  return link.pathname + link.search + link.hash
}

/** Where a GET form of this origin leads, without its empty fields; `null` for every other form. */
export function searchTarget(event: SubmitEvent): string | null {
  const form = event.target
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return null
  if (form.method !== "get" || form.target !== "") return null
  const action = new URL(form.action)
  if (action.origin !== location.origin) return null
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form, event.submitter)) {
    if (typeof value === "string" && value !== "") query.append(name, value)
  }
  const search = query.toString()
  return action.pathname + (search === "" ? "" : `?${search}`)
}
