/** The form of a company's contract. Everything else about the company is edited by its own people. */
import { ACCOUNT_TYPES, productText } from "#client/lib/company-text.ts"
import { msg } from "#client/lib/words.ts"
import type { Section } from "#client/records/fields.ts"

/** Not offered for removal: without it, nobody could administer the company. */
const WORKSPACE = "workspace"

interface ContractForm {
  /** Codes of the products that can be chosen. */
  products: readonly string[]
  /** A company without a plan need not be given one. */
  hasPlan: boolean
}

export function contractSections({ products, hasPlan }: ContractForm): readonly Section[] {
  return [
    {
      id: "subscription",
      title: msg("Subscription"),
      fields: [
        {
          kind: "choice",
          name: "account_type",
          label: msg("Contract"),
          options: ACCOUNT_TYPES,
          required: true,
        },
        {
          kind: "text",
          name: "subscripedPlan.name",
          label: msg("Plan"),
          max: 60,
          ...(hasPlan ? { required: true } : {}),
        },
        {
          kind: "day",
          name: "subscripedPlan.expiryDate",
          label: msg("Last day"),
          hint: msg(
            "In the company's time zone. After this date its people can only read. Leave blank for no end date.",
          ),
        },
        {
          kind: "choices",
          name: "products",
          label: msg("Products"),
          hint: msg(
            "Products that are not selected are closed to everyone in the company. Their data is kept.",
          ),
          options: products
            .filter((code) => code !== WORKSPACE)
            .map((value) => ({ value, label: productText(value) })),
        },
      ],
    },
  ]
}
