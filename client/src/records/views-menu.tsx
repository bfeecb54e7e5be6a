import { useState } from "react"
import type { SubmitEvent } from "react"

import { newId } from "#client/lib/browser.ts"
import { reasonOf } from "#client/lib/problem.ts"
import { msg } from "#client/lib/words.ts"
import { useVisit } from "#client/services/page.tsx"
import {
  type SavedView,
  changeRecord,
  createRecord,
  deleteRecord,
  forgetRecords,
} from "#client/services/records.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { IconButton } from "#client/ui/icon-button.tsx"
import { SCRIPTED } from "#client/ui/scripted.ts"
import { useText } from "#client/ui/text.tsx"

import { Drop } from "./drop.tsx"
import { listStateOf, viewQuery } from "./list-state.ts"
import type { ListState } from "./list-state.ts"
import type { Recorded } from "./noun.ts"
import type { ToolsProps } from "./tools.ts"

const VIEWS = "/iam/api/v1/saved-views"

/** Views that were kept for a list: each is a link; one's own can be made and removed. */
export function ViewsMenu<Row extends Recorded>(
  props: ToolsProps<Row> & { views: readonly SavedView[] },
) {
  const { noun, state, href, views } = props
  const t = useText()
  const { queries } = useVisit()
  const [fault, setFault] = useState<string | null>(null)

  const attempt = async (deed: () => Promise<unknown>, done: string) => {
    setFault(null)
    try {
      await deed()
      await forgetRecords(queries, VIEWS)
      toast.success(done)
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      setFault(reasonOf(error.problem))
    }
  }
  const keep = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const name = data.get("name")
    const view = {
      list: noun.service,
      name: typeof name === "string" ? name.trim() : "",
      query: viewQuery(state),
      visibility: data.has("company") ? "company" : "private",
      isDefault: data.has("default"),
    }
    await attempt(() => createRecord(VIEWS, view, newId()), msg("View saved."))
    form.reset()
  }
  const remove = ({ _id: id, version }: SavedView) =>
    attempt(() => deleteRecord({ service: VIEWS, id, version }), msg("View deleted."))
  const showFirst = ({ _id: id, version, isDefault }: SavedView) =>
    attempt(
      () => changeRecord({ service: VIEWS, id, version }, { isDefault: !isDefault }),
      isDefault
        ? msg("The list now opens without a view.")
        : msg("The list now opens with this view."),
    )
  const here = viewQuery(state)

  return (
    <Drop icon="bookmark" label={t("Views")} name="views">
      <div className="rc-panel">
        {views.length === 0 ? (
          <p className="rc-muted">{t("No saved views yet.")}</p>
        ) : (
          <ul className="rc-views">
            {views.map((view) => (
              <li key={view._id}>
                <a
                  aria-current={view.query === here ? "true" : undefined}
                  href={href(shownBy(view, state))}
                >
                  <bdi>{view.name}</bdi>
                  <span className="rc-muted">
                    {view.visibility === "company" ? t("Company") : t("Private")}
                    {view.isDefault ? ` · ${t("Default")}` : ""}
                  </span>
                </a>
                {view.isOwn ? (
                  <IconButton
                    aria-pressed={view.isDefault}
                    icon="flag"
                    label={t("Set {name} as default", { name: view.name })}
                    onClick={() => void showFirst(view)}
                  />
                ) : null}
                {view.isOwn ? (
                  <IconButton
                    icon="close"
                    label={t("Delete the view {name}", { name: view.name })}
                    onClick={() => void remove(view)}
                  />
                ) : null}
              </li>
            ))}
          </ul>
        )}
        <form {...SCRIPTED} className="rc-keep u-scripted" onSubmit={(event) => void keep(event)}>
          <label htmlFor="view-name">{t("Save view")}</label>
          <input className="ui-input" id="view-name" maxLength={60} name="name" required />
          <label>
            <input name="company" type="checkbox" /> {t("For everyone in the company")}
          </label>
          <label>
            <input name="default" type="checkbox" /> {t("Set as default")}
          </label>
          {fault === null ? null : (
            <p className="ui-error" role="alert">
              {t(fault)}
            </p>
          )}
          <Button submits>{t("Save")}</Button>
        </form>
      </div>
    </Drop>
  )
}

/** A view that says nothing of the columns leaves them as they are. */
function shownBy({ query }: SavedView, { columns }: ListState): ListState {
  const view = listStateOf(`?${query}`)
  return view.columns === "" ? { ...view, columns } : view
}
