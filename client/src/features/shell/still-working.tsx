import { type Query, useIsFetching, useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { useLocation, useNavigate, useNavigation } from "react-router"

import { Button } from "#client/ui/button.tsx"
import { useText } from "#client/ui/text.tsx"

/** From then on a wait is told, and can be ended. */
const LONG_MS = 5000

/** Says that something takes long, and lets the user end the wait: the screen then says what did not come. */
export function StillWorking() {
  const t = useText()
  const queries = useQueryClient()
  const navigation = useNavigation()
  const navigate = useNavigate()
  const location = useLocation()
  const isNavigating = navigation.state !== "idle"
  const isWaiting = useIsFetching({ predicate: isMissing }) > 0 || isNavigating
  const isLong = useLasting(isWaiting)
  const cancel = () => {
    void queries.cancelQueries({ predicate: isMissing }, { revert: false })
    // A navigation to where one is takes the place of the one under way.
    if (isNavigating) void navigate(location, { replace: true })
  }
  return (
    <output className="sh-slow">
      {isLong ? (
        <span className="sh-slow-box">
          <span aria-hidden="true" className="ui-spinner" />
          {t("Still working…")}
          <Button look="on-board" onClick={cancel}>
            {t("Cancel")}
          </Button>
        </span>
      ) : null}
    </output>
  )
}

/** A screen waits for it: it has nothing to show yet. */
function isMissing({ queryKey, state }: Query): boolean {
  return queryKey[0] === "need" && state.data === undefined
}

/** Whether it has been going on for long. */
function useLasting(isGoingOn: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isGoingOn) return undefined
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isGoingOn])
  return isLong
}
