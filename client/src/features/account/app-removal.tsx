import { removeApp } from "#client/services/auth/app-setting.ts"
import { Button } from "#client/ui/button.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCheckedForm } from "#client/ui/use-checked-form.ts"

import { bothFactors, checkBothFactors } from "./app-checks.ts"
import { BothFactorFields } from "./both-factors.tsx"
import { FormFaults } from "./form-faults.tsx"
import { refusalOf } from "./refusal.ts"

/** Asks for both factors, as a browser left open must not do without one. */
export function AppRemoval({ email, onDone }: { email: string; onDone: () => void }) {
  const t = useText()
  const { form, fields, message, attempt, pending } = useCheckedForm({
    names: bothFactors,
    check: checkBothFactors,
    send: async ({ password, code }) => {
      const outcome = await removeApp({ email, password, code })
      if (outcome.status === "done") onDone()
      return refusalOf(outcome, bothFactors)
    },
  })
  return (
    <form {...form} className="ui-form" method="post">
      <FormFaults
        attempt={attempt}
        fields={fields}
        message={message}
        names={bothFactors}
        title={t("Couldn't remove the app")}
      />
      <BothFactorFields errors={fields} />
      <Button look="primary" pending={pending ? t("Removing…") : null} submits>
        {t("Remove")}
      </Button>
    </form>
  )
}
