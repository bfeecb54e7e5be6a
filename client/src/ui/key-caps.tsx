import { Fragment } from "react"

/** Keys as they stand on the keyboard: one after the other, each with what is held down for it. */
export function KeyCaps({ strokes }: { strokes: readonly (readonly string[])[] }) {
  return (
    <span className="ui-keys" dir="ltr">
      {strokes.map((caps, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the strokes of a command do not move
        <Fragment key={at}>
          {at === 0 ? null : " "}
          {caps.map((cap) => (
            <kbd className="ui-key" key={cap}>
              {cap}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  )
}
