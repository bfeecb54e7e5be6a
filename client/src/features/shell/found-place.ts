/** Where a record that was found is looked at, and what its kind is called. */
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import type { Found, FoundKind } from "#client/services/finder.ts"
import type { IconName } from "#client/ui/icon-shapes.ts"

interface Kind {
  label: string
  icon: IconName
  to: (found: Found) => string
}

const KINDS: Readonly<Partial<Record<FoundKind, Kind>>> = {
  airport: { label: msg("Airport"), icon: "plane", to: ({ id }) => paths.airport(id) },
  oceanport: { label: msg("Ocean port"), icon: "anchor", to: ({ id }) => paths.oceanPort(id) },
  receivinglocation: {
    label: msg("Receiving location"),
    icon: "dock",
    to: ({ id }) => paths.receivingLocation(id),
  },
  contact: { label: msg("Contact"), icon: "users", to: ({ id }) => paths.contact(id) },
  country: { label: msg("Country"), icon: "globe", to: ({ id }) => paths.country(id) },
  currency: { label: msg("Currency"), icon: "coin", to: ({ id }) => paths.currency(id) },
  file: { label: msg("File"), icon: "file", to: ({ id }) => paths.file(id) },
  issue: { label: msg("Issue"), icon: "warning", to: ({ id }) => paths.issue(id) },
  report: { label: msg("Report"), icon: "chart", to: ({ id }) => paths.report(id) },
  role: { label: msg("Role"), icon: "shield", to: ({ id }) => paths.role(id) },
  template: { label: msg("Template"), icon: "mail", to: ({ id }) => paths.template(id, "custom") },
  user: { label: msg("User"), icon: "user", to: ({ id }) => paths.user(id) },
}

/** `undefined` for a kind that has no screen. */
export function kindOf({ kind }: Found): Kind | undefined {
  return KINDS[kind]
}
