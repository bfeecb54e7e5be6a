import { productText } from "#client/lib/company-text.ts"
import type { CustomControlProps } from "#client/records/fields.ts"
import { usePage } from "#client/services/page.tsx"
import { useText } from "#client/ui/text.tsx"

/** All products of the company, those of later too, or some of them. */
export function ProductsControl({ id, value, onChange, readOnly }: CustomControlProps) {
  const t = useText()
  const { session } = usePage()
  const all = session?.company.products ?? []
  const some = Array.isArray(value) ? value.filter((it) => typeof it === "string") : null
  const box = (code: string) => (
    <label key={code}>
      <input
        checked={some?.includes(code) ?? true}
        disabled={readOnly || some === null}
        onChange={() => {
          if (some === null) return
          onChange(some.includes(code) ? some.filter((it) => it !== code) : [...some, code])
        }}
        type="checkbox"
      />
      {t(productText(code))}
    </label>
  )
  return (
    <span className="rc-options" id={id} tabIndex={-1}>
      <label>
        <input
          checked={some === null}
          disabled={readOnly}
          onChange={() => onChange(some === null ? [...all] : null)}
          type="checkbox"
        />
        {t("All products of the company")}
      </label>
      {all.map(box)}
    </span>
  )
}
