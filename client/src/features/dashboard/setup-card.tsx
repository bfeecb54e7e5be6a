import { Link } from "react-router"

import type { SessionView } from "#client/lib/session.ts"
import { Card } from "#client/ui/card.tsx"
import { RouteLine, Stop } from "#client/ui/route-line.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Overview } from "./dashboard-data.ts"
import { type SetupStep, openSteps, setupSteps } from "./setup-steps.ts"

/** What is left to set up, by those who may do it; what is done folds away. Gone once every step is done. */
export function SetupCard({
  session,
  overview,
}: {
  session: SessionView
  overview: Overview | null
}) {
  const t = useText()
  const steps = setupSteps(session, overview)
  const open = openSteps(steps, session)
  if (open.length === 0) return null
  const done = steps.filter((step) => step.done)
  return (
    <Card id="setup" title={t("Set-up")}>
      <RouteLine>
        {open.map((step, at) => (
          <Step key={step.key} state={at === 0 ? "next" : "ahead"} step={step} />
        ))}
      </RouteLine>
      <details>
        <summary className="db-progress">
          {t("{done} of {all} done", { done: done.length, all: steps.length })}
        </summary>
        <RouteLine>
          {done.map((step) => (
            <Step key={step.key} state="passed" step={step} />
          ))}
        </RouteLine>
      </details>
    </Card>
  )
}

function Step({ step, state }: { step: SetupStep; state: "passed" | "next" | "ahead" }) {
  const t = useText()
  const title = t(step.title)
  return (
    <Stop state={state}>
      <p className="db-step">
        {step.place === null || step.done ? title : <Link to={step.place.path}>{title}</Link>}
      </p>
      {step.note === "" ? null : <p className="db-note">{t.phrase(step.note)}</p>}
    </Stop>
  )
}
