import { useText } from "#client/ui/text.tsx"
/** A thin bar at the top edge. The style sheet shows it after 150 ms only, so that quick steps do not flicker. */
export function LoadingBar({ active }: { active: boolean }) {
  const t = useText()
  return (
    <output className="ui-progress" data-active={active}>
      <span className="u-hidden">{active ? t("Loading") : ""}</span>
    </output>
  )
}

/** Covers the page while it is not known who is using it. */
export function LoadingOverlay({ text }: { text: string }) {
  return (
    <output className="ui-cover">
      <span aria-hidden="true" className="ui-spinner" />
      <span>{text}</span>
    </output>
  )
}
