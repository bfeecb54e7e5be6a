import type { SessionView } from "#client/lib/session.ts"
import { Card } from "#client/ui/card.tsx"
import { RouteLine, Stop } from "#client/ui/route-line.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Overview } from "./dashboard-data.ts"
import { setupSteps } from "./setup-steps.ts"

/** The way from a new account to one that is set up, for who sets it up; gone once every step is done. */
export function SetupCard({
  session,
  overview,
}: {
  session: SessionView
  overview: Overview | null
}) {
  const t = useText()
  const steps = setupSteps(session, overview)
  const done = steps.filter((step) => step.done).length
  // Who cannot take the steps is not told of them.
  if (done === steps.length || !session.permissions.includes("company:edit")) return null
  const next = steps.find((step) => !step.done)
  return (
    <Card
      aside={
        <span className="db-progress">
          {t("{done} of {all} done", { done, all: steps.length })}
        </span>
      }
      id="setup"
      title={t("Set-up")}
    >
      <RouteLine across>
        {steps.map((step) => (
          <Stop key={step.key} state={step.done ? "passed" : step === next ? "next" : "ahead"}>
            <p className="db-step">
              {t(step.title)}
              <span className="u-hidden">{step.done ? t(", done") : t(", open")}</span>
            </p>
            {step.note === "" ? null : <p className="db-note">{t.phrase(step.note)}</p>}
          </Stop>
        ))}
      </RouteLine>
    </Card>
  )
}
