import {
  type ReactNode,
  Suspense,
  lazy,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react"

import type { SessionView } from "#client/lib/session.ts"
import { Clocks } from "#client/ui/time.tsx"

const ClocksPopover = lazy(async () => ({
  default: (await import("./clocks-popover.tsx")).ClocksPopover,
}))

interface ClockPressesProps {
  session: SessionView
  /** Zone of the user. */
  timeZone: string
  children: ReactNode
}

/** Opens every time below it to be read on other clocks, by a press, by Enter and by the space bar. */
export function ClockPresses({ session, timeZone, children }: ClockPressesProps) {
  const opens = useSyncExternalStore(never, yes, no)
  const [pressed, setPressed] = useState<HTMLTimeElement | null>(null)
  const open = useRef<HTMLTimeElement | null>(null)
  useEffect(() => {
    open.current = pressed
  }, [pressed])
  useEffect(() => {
    let wasOpen: HTMLTimeElement | null = null
    // A press anywhere closes the popover; one on its own time is not to open it again.
    const begin = () => {
      wasOpen = open.current
    }
    const press = (event: Event, time: HTMLTimeElement) => {
      event.preventDefault()
      event.stopPropagation()
      setPressed(event.type === "click" && wasOpen === time ? null : time)
    }
    const click = (event: MouseEvent) => {
      const time = timeOf(event.target)
      if (time !== null) press(event, time)
    }
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const time = timeOf(event.target)
      if (time !== null) press(event, time)
    }
    // Before the keys and presses of the row in which it stands.
    document.addEventListener("pointerdown", begin, true)
    document.addEventListener("click", click, true)
    document.addEventListener("keydown", key, true)
    return () => {
      document.removeEventListener("pointerdown", begin, true)
      document.removeEventListener("click", click, true)
      document.removeEventListener("keydown", key, true)
    }
  }, [])
  const clocks = useMemo(() => ({ zone: timeZone, opens }), [timeZone, opens])
  return (
    <Clocks value={clocks}>
      {children}
      {pressed === null ? null : (
        <Suspense fallback={null}>
          <ClocksPopover
            key={pressed.dateTime}
            onClose={() => setPressed(null)}
            session={session}
            time={pressed}
            timeZone={timeZone}
          />
        </Suspense>
      )}
    </Clocks>
  )
}

/** Without script, and while the page comes to life, nothing can be opened. */
const never = () => no
const yes = () => true
const no = () => false

function timeOf(target: EventTarget | null): HTMLTimeElement | null {
  const time = target instanceof Element ? target.closest("time[data-clocks]") : null
  return time instanceof HTMLTimeElement ? time : null
}
