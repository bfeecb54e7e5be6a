import { finishRegistration } from "#client/services/auth/register.ts"
import { Button } from "#client/ui/button.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCheckedForm } from "#client/ui/use-checked-form.ts"

import { checkCompany, companyNames } from "./account-checks.ts"
import { CompanyFields, NameFields } from "./company-fields.tsx"
import { FormFaults } from "./form-faults.tsx"
import { refusalOf } from "./refusal.ts"

/** For a visitor whom the identity provider has just let in, but who belongs to no company yet. */
export function FinishForm() {
  const t = useText()
  const { form, fields, message, attempt, pending } = useCheckedForm({
    names: companyNames,
    check: checkCompany,
    send: async ({ firstName, lastName, companyName, operatingCountry }) => {
      const outcome = await finishRegistration({
        firstName: firstName.trim(),
        lastName: lastName.trim(),
        companyName: companyName.trim(),
        operatingCountry,
      })
      return refusalOf(outcome, companyNames)
    },
  })
  return (
    <form {...form} className="ui-form" method="post">
      <FormFaults
        attempt={attempt}
        fields={fields}
        message={message}
        names={companyNames}
        title={t("Couldn't create your company")}
      />
      <NameFields fields={fields} />
      <CompanyFields fields={fields} />
      <Button look="primary" pending={pending ? t("Creating your company…") : null} submits>
        {t("Create company")}
      </Button>
    </form>
  )
}
