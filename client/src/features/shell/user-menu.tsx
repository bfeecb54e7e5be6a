import type { SubmitEvent } from "react"
import { Link } from "react-router"

import type { SessionView } from "#client/lib/session.ts"
import { actions, paths } from "#client/paths.ts"
import { signOut } from "#client/services/auth/sign-out.ts"
import { usePhoto } from "#client/services/photo.ts"
import { Avatar } from "#client/ui/avatar.tsx"
import { Button, buttonClass } from "#client/ui/button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { Menu } from "#client/ui/menu.tsx"
import { useText } from "#client/ui/text.tsx"

import { LookMenu } from "./look-menu.tsx"

/** Without script the form itself ends the session. */
function leave(event: SubmitEvent<HTMLFormElement>): void {
  event.preventDefault()
  void signOut()
}

/** Who is signed in, for which company, and the way out. */
export function UserMenu({ session }: { session: SessionView }) {
  const { user, company, isSuperAdmin } = session
  const photo = usePhoto(user)
  const t = useText()
  return (
    <Menu
      button={
        <>
          <Avatar name={user.name} photo={photo} />
          <bdi className="sh-user-name u-clip">{user.name}</bdi>
          <Icon className="sh-user-more" height="16" name="chevron-down" width="16" />
        </>
      }
      id="user-menu"
      label={t("{name}, your account", { name: user.name })}
    >
      <div className="sh-user">
        <p className="sh-user-title">{user.name}</p>
        <p className="sh-user-mail">
          <bdi>{user.emailId}</bdi>
        </p>
        <p className="sh-user-mail">{company.name}</p>
        <p className="sh-status">{t("Available")}</p>
      </div>
      <LookMenu user={user} />
      <div className="sh-user-acts">
        <Link className={buttonClass("quiet")} to={paths.profile()}>
          <Icon name="user" />
          {t("Profile")}
        </Link>
        {isSuperAdmin ? (
          <Link className={buttonClass("quiet")} to={paths.companies({ page: 1 })}>
            <Icon name="building" />
            {t("Companies")}
          </Link>
        ) : null}
        <form action={actions.logout()} method="post" onSubmit={leave}>
          <Button look="quiet" submits>
            <Icon name="sign-out" />
            {t("Sign out")}
          </Button>
        </form>
      </div>
    </Menu>
  )
}
