import type { ReactNode } from "react"

import { accountTypeText, companyTypeText } from "#client/lib/company-text.ts"
import { countryName } from "#client/lib/country-names.ts"
import { dateStyle, formatDate, formatTime } from "#client/lib/format/date.ts"
import type { SessionView } from "#client/lib/session.ts"
import { Card } from "#client/ui/card.tsx"
import { Fact, Facts } from "#client/ui/facts.tsx"
import { Tag } from "#client/ui/tag.tsx"

import { PhotoPart } from "./photo-part.tsx"
import type { ProfileRow } from "./profile-data.ts"
import { SecondFactor } from "./second-factor.tsx"

interface CompanyProps {
  session: SessionView
  profile: ProfileRow | null
  /** Drawn for what only the profile knows, as long as there is none. */
  missing: ReactNode
}

interface LocaleProps {
  session: SessionView
  /** Zone of the user. */
  timeZone: string
  /** Instant of the render. */
  now: string
}

/** Who I am. */
export function PersonCard({ session }: { session: SessionView }) {
  const { user } = session
  return (
    <Card id="person" title="Personal data">
      <PhotoPart user={user} />
      <Facts>
        <Fact name="First name">{user.firstName}</Fact>
        <Fact name="Last name">{user.lastName}</Fact>
        <Fact name="E-mail address" wide>
          <bdi>{user.emailId}</bdi>{" "}
          {user.emailVerified ? (
            <Tag tone="ok">Verified</Tag>
          ) : (
            <Tag tone="warning">Not verified</Tag>
          )}
        </Fact>
        <Fact name="Phone">{user.phone}</Fact>
        <Fact name="Job title">{user.jobTitle}</Fact>
        <Fact name="Department">{user.department}</Fact>
      </Facts>
    </Card>
  )
}

/** What I may do, and for whom. */
export function CompanyPart({ session, profile, missing }: CompanyProps) {
  const { company, isSuperAdmin } = session
  return (
    <Card
      aside={<Tag>{accountTypeText(company.account_type)}</Tag>}
      id="profile-company"
      title="Company and access"
    >
      <Facts>
        <Fact name="Company">{company.name}</Fact>
        <Fact name="Business">{companyTypeText(company.company_type)}</Fact>
        <Fact name="Operating country">{countryName(company.operating_country ?? "")}</Fact>
        <Fact name="Currency">{company.currency}</Fact>
        <Fact name="Roles">
          {profile === null ? missing : profile.roles.map(({ name }) => name).join(", ")}
        </Fact>
        <Fact name="Products">{session.products.map(capitalised).join(", ")}</Fact>
        {isSuperAdmin ? <Fact name="Operator">Super administrator</Fact> : null}
      </Facts>
    </Card>
  )
}

/** How Waybill writes for me. */
export function LocaleCard({ session, timeZone, now }: LocaleProps) {
  const { user } = session
  const style = dateStyle(timeZone, user)
  return (
    <Card id="locale" title="Language and formats">
      <Facts>
        <Fact name="Language">{user.language === "en" ? "English" : user.language}</Fact>
        <Fact name="Time zone">{timeZone.replaceAll("_", " ")}</Fact>
        <Fact name="Dates">{formatDate(now, style)}</Fact>
        <Fact name="Times">{formatTime(now, style)}</Fact>
        <Fact name="Theme">{themeText(user.theme)}</Fact>
        <Fact name="Density">{user.density === "compact" ? "Compact" : "Comfortable"}</Fact>
      </Facts>
    </Card>
  )
}

/** How I get in; the children are further ways to make it safer. */
export function SignInCard({ session, children }: { session: SessionView; children: ReactNode }) {
  const { user, company, signInMethod } = session
  return (
    <Card id="sign-in" title="Sign-in">
      <Facts>
        <Fact name="Signs in with">
          <bdi>{user.emailId}</bdi>
        </Fact>
        <Fact name="Company policy">
          {company.twoFactorAuth ? "Second factor required" : "Second factor optional"}
        </Fact>
        <Fact name="This session">
          {signInMethod === "form" ? "Started by a plain form" : "Started in this browser"}
        </Fact>
      </Facts>
      <SecondFactor session={session} />
      {children}
    </Card>
  )
}

function themeText(theme: string): string {
  if (theme === "light") return "Light"
  return theme === "dark" ? "Dark" : "As the device"
}

function capitalised(code: string): string {
  return code.slice(0, 1).toUpperCase() + code.slice(1)
}
