import { countriesIn } from "#client/lib/country-names.ts"
import { SelectField } from "#client/ui/select-field.tsx"
import { TextField } from "#client/ui/text-field.tsx"
import { useText } from "#client/ui/text.tsx"
import type { FieldErrors } from "#client/ui/use-checked-form.ts"

import type { CompanyName } from "./account-checks.ts"

/** Who registers. */
export function NameFields({ fields }: { fields: FieldErrors<CompanyName> }) {
  const t = useText()
  return (
    <div className="ac-pair">
      <TextField
        autoComplete="given-name"
        error={fields.firstName}
        label={t("First name")}
        maxLength={60}
        name="firstName"
      />
      <TextField
        autoComplete="family-name"
        error={fields.lastName}
        label={t("Last name")}
        maxLength={60}
        name="lastName"
        optional
      />
    </div>
  )
}

/** For which company; the country proposes its currency and time zone. */
export function CompanyFields({ fields }: { fields: FieldErrors<CompanyName> }) {
  const t = useText()
  return (
    <>
      <TextField
        autoComplete="organization"
        error={fields.companyName}
        label={t("Company name")}
        maxLength={120}
        name="companyName"
      />
      <SelectField
        autoComplete="country"
        defaultValue=""
        error={fields.operatingCountry}
        hint={t("Sets your default currency and time zone.")}
        label={t("Operating country")}
        name="operatingCountry"
      >
        <option value="">{t("Choose a country")}</option>
        {countriesIn(t).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  )
}
