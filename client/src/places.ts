/** Where the navigation, the menu of the settings, the palette and the keys of `g` lead: each place once, with the right that its list asks for. */
import type { SessionView } from "#client/lib/session.ts"
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import type { IconName } from "#client/ui/icon-shapes.ts"

export interface Place {
  to: string
  label: string
  icon: IconName
  /** Without it the place would be empty; places that show everyone their own have none. */
  right?: string
  /** For super administrators only. */
  isOperators?: true
  /** After `g`. */
  key?: string
}

/** The areas of the bar at the top. */
export const AREAS: readonly Place[] = [
  { to: paths.dashboard(), label: msg("Dashboard"), icon: "building", key: "d" },
  { to: paths.contacts(), label: msg("Contacts"), icon: "users", right: "contact:view", key: "c" },
  { to: paths.files(), label: msg("Files"), icon: "file", right: "file:view", key: "f" },
  { to: paths.audit(), label: msg("Audit"), icon: "clock", right: "audit:view", key: "a" },
  { to: paths.issues(), label: msg("Issues"), icon: "flag", right: "issue:view", key: "i" },
  { to: paths.reports(), label: msg("Reports"), icon: "chart", right: "report:view", key: "e" },
  { to: paths.settings(), label: msg("Settings"), icon: "cog", key: "s" },
]

interface Group {
  id: string
  name: string
  places: readonly Place[]
}

/** The menu of the settings. */
export const SETTINGS_MENU: readonly Group[] = [
  {
    id: "you",
    name: msg("You"),
    places: [
      { to: paths.profile(), label: msg("Profile"), icon: "user" },
      { to: paths.accessTokens(), label: msg("Access tokens"), icon: "key" },
    ],
  },
  {
    id: "company",
    name: msg("Company"),
    places: [
      {
        to: paths.company(),
        label: msg("Company profile"),
        icon: "building",
        right: "company:view",
      },
      {
        to: paths.users({ page: 1 }),
        label: msg("Users"),
        icon: "users",
        right: "user:view",
        key: "u",
      },
      {
        to: paths.roles({ page: 1 }),
        label: msg("Roles"),
        icon: "shield",
        right: "role:view",
        key: "r",
      },
      {
        to: paths.groups({ page: 1 }),
        label: msg("Groups"),
        icon: "users",
        right: "group:view",
      },
    ],
  },
  {
    id: "reference",
    name: msg("Reference data"),
    places: [
      {
        to: paths.templates({ page: 1 }),
        label: msg("E-mail templates"),
        icon: "mail",
        right: "template:view",
        key: "t",
      },
      {
        to: paths.picklists({ page: 1 }),
        label: msg("Picklists"),
        icon: "columns",
        right: "picklist:view",
      },
      {
        to: paths.airports({ page: 1 }),
        label: msg("Airports"),
        icon: "plane",
        right: "port.airport:view",
      },
      {
        to: paths.oceanPorts({ page: 1 }),
        label: msg("Ocean ports"),
        icon: "anchor",
        right: "port.oceanport:view",
        key: "p",
      },
      {
        to: paths.receivingLocations({ page: 1 }),
        label: msg("Receiving locations"),
        icon: "dock",
        right: "port.receivinglocation:view",
      },
      {
        to: paths.countries({ page: 1 }),
        label: msg("Countries"),
        icon: "globe",
        right: "country:view",
      },
      {
        to: paths.currencies({ page: 1 }),
        label: msg("Currencies"),
        icon: "coin",
        right: "currency:view",
      },
    ],
  },
  {
    id: "installation",
    name: msg("Installation"),
    places: [
      {
        to: paths.companies({ page: 1 }),
        label: msg("Companies"),
        icon: "building",
        isOperators: true,
        key: "o",
      },
    ],
  },
]

/** What lies inside the settings, and the tags of contacts, which their menu does not have. */
export const SETTINGS: readonly Place[] = [
  ...SETTINGS_MENU.flatMap(({ places }) => places),
  {
    to: paths.contactTags({ page: 1 }),
    label: msg("Tags"),
    icon: "tag",
    right: "contactTag:view",
  },
]

/** Where something new begins, with the right to make it. */
export const BEGINNINGS: readonly Place[] = [
  { to: paths.newContact(), label: msg("New contact"), icon: "plus", right: "contact:create" },
  { to: paths.newIssue(), label: msg("New issue"), icon: "plus", right: "issue:create" },
  { to: paths.newUser(), label: msg("Invite user"), icon: "plus", right: "user:create" },
  { to: paths.newRole(), label: msg("New role"), icon: "plus", right: "role:create" },
  {
    to: paths.newTemplate(),
    label: msg("New e-mail template"),
    icon: "plus",
    right: "template:create",
  },
  {
    to: paths.newOceanPort(),
    label: msg("New ocean port"),
    icon: "plus",
    right: "port.oceanport:create",
  },
]

/** Those of the places that this visitor has anything to see in. */
export function open(
  places: readonly Place[],
  { permissions, isSuperAdmin }: Pick<SessionView, "permissions" | "isSuperAdmin">,
): readonly Place[] {
  return places.filter(
    ({ right, isOperators }) =>
      (right === undefined || permissions.includes(right)) &&
      (isOperators === undefined || isSuperAdmin),
  )
}
