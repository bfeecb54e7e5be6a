import { useQuery } from "@tanstack/react-query"
import { Link } from "react-router"

import { paths } from "#client/paths.ts"
import { type Invitation, invitationOf, join } from "#client/services/auth/join.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { Button, buttonClass } from "#client/ui/button.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"
import { TextField } from "#client/ui/text-field.tsx"
import { useText } from "#client/ui/text.tsx"
import { useCheckedForm } from "#client/ui/use-checked-form.ts"

import { checkJoin, joinNames } from "./account-checks.ts"
import { CheckedForm } from "./checked-form.tsx"
import { GuestHeading } from "./guest-heading.tsx"
import { NewPasswordField } from "./new-password-field.tsx"
import { refusalOf } from "./refusal.ts"

/** For a guest who holds an invitation: it is shown first, for it says which address to sign in with. */
export function Join({ secret }: { secret: string }) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ["invitation", secret],
    queryFn: ({ signal }) => invitationOf(secret, signal),
  })
  if (data !== undefined) return <Guest invitation={data} secret={secret} />
  if (error === null) {
    return (
      <>
        <GuestHeading title={t("You are invited")}>{t("Loading your invitation…")}</GuestHeading>
        <Skeleton />
      </>
    )
  }
  const problem = error instanceof RequestFailed ? error.problem : null
  const isVoid = problem?.status === 422
  return (
    <>
      <GuestHeading
        title={
          isVoid ? t("This invitation cannot be used") : t("Your invitation could not be loaded")
        }
      >
        {isVoid
          ? t(
              "It has already been used, has expired or was replaced by a newer one. Ask for a new invitation.",
            )
          : error.message}
      </GuestHeading>
      <div className="ui-form">
        {isVoid ? null : (
          <Button look="primary" onClick={() => void refetch()}>
            {t("Try again")}
          </Button>
        )}
        <Link className={buttonClass("secondary")} to={paths.login()}>
          {t("Sign in")}
        </Link>
      </div>
    </>
  )
}

function Guest({ invitation, secret }: { invitation: Invitation; secret: string }) {
  const t = useText()
  const { emailId, firstName, companyName } = invitation
  const form = useCheckedForm({
    names: joinNames,
    check: checkJoin,
    send: async ({ password }) => refusalOf(await join(secret, invitation, password), joinNames),
  })
  return (
    <>
      <GuestHeading title={t("Join {company}", { company: companyName })}>
        {t("Welcome, {name}. Choose a password to get started.", { name: firstName })}
      </GuestHeading>
      <CheckedForm
        form={form}
        refused={t("Couldn't create your account")}
        sending={t("Creating your account…")}
        submit={t("Join")}
      >
        <TextField
          autoComplete="username"
          defaultValue={emailId}
          error={form.fields.email}
          hint={t("Your invitation was sent to this address. You sign in with it.")}
          label={t("Work e-mail address")}
          name="email"
          readOnly
          type="email"
        />
        <NewPasswordField error={form.fields.password} />
      </CheckedForm>
    </>
  )
}
