import { finishRegistration } from "#client/services/auth/register.ts"
import { useText } from "#client/ui/text.tsx"
import { useCheckedForm } from "#client/ui/use-checked-form.ts"

import { checkCompany, companyNames } from "./account-checks.ts"
import { CheckedForm } from "./checked-form.tsx"
import { CompanyFields, NameFields } from "./company-fields.tsx"
import { refusalOf } from "./refusal.ts"

/** For a visitor whom the identity provider has just let in, but who belongs to no company yet. */
export function FinishForm() {
  const t = useText()
  const form = useCheckedForm({
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
    <CheckedForm
      form={form}
      refused={t("Couldn't create your company")}
      sending={t("Creating your company…")}
      submit={t("Create company")}
    >
      <NameFields fields={form.fields} />
      <CompanyFields fields={form.fields} />
    </CheckedForm>
  )
}
