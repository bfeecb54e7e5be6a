import { useCountryName } from "#client/services/use-reference.ts"

/** A country as the company calls it. */
export function CountryName({ code }: { code: string }) {
  const nameOf = useCountryName()
  return <bdi>{nameOf(code)}</bdi>
}
