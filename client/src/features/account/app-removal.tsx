import { removeApp } from "#client/services/auth/app-setting.ts"
import { useText } from "#client/ui/text.tsx"
import { useCheckedForm } from "#client/ui/use-checked-form.ts"

import { bothFactors, checkBothFactors } from "./app-checks.ts"
import { BothFactorFields } from "./both-factors.tsx"
import { CheckedForm } from "./checked-form.tsx"
import { refusalOf } from "./refusal.ts"

/** Asks for both factors, as a browser left open must not do without one. */
export function AppRemoval({ email, onDone }: { email: string; onDone: () => void }) {
  const t = useText()
  const form = useCheckedForm({
    names: bothFactors,
    check: checkBothFactors,
    send: async ({ password, code }) => {
      const outcome = await removeApp({ email, password, code })
      if (outcome.status === "done") onDone()
      return refusalOf(outcome, bothFactors)
    },
  })
  return (
    <CheckedForm
      form={form}
      refused={t("Couldn't remove the app")}
      sending={t("Removing…")}
      submit={t("Remove")}
    >
      <BothFactorFields errors={form.fields} />
    </CheckedForm>
  )
}
