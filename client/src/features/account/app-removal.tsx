import { removeApp } from "#client/services/auth/app-setting.ts"
import { Button } from "#client/ui/button.tsx"
import { PasswordField } from "#client/ui/password-field.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCheckedForm } from "#client/ui/use-checked-form.ts"

import { checkRemoval, removalNames } from "./app-checks.ts"
import { AppCodeField } from "./app-code-field.tsx"
import { FormFaults } from "./form-faults.tsx"
import { refusalOf } from "./refusal.ts"

/** Asks for both factors, as a browser left open must not do without one. */
export function AppRemoval({ email, onDone }: { email: string; onDone: () => void }) {
  const t = useText()
  const { form, fields, message, attempt, pending } = useCheckedForm({
    names: removalNames,
    check: checkRemoval,
    send: async ({ password, code }) => {
      const outcome = await removeApp(email, password, code)
      if (outcome.status === "done") onDone()
      return refusalOf(outcome, removalNames)
    },
  })
  return (
    <form {...form} className="ui-form" method="post">
      <FormFaults
        attempt={attempt}
        fields={fields}
        message={message}
        names={removalNames}
        title={t("Couldn't remove the app")}
      />
      <PasswordField
        autoComplete="current-password"
        error={fields.password}
        label={t("Your password")}
        maxLength={1024}
        name="password"
      />
      <AppCodeField error={fields.code} />
      <Button look="primary" pending={pending ? t("Removing…") : null} submits>
        {t("Remove")}
      </Button>
    </form>
  )
}
