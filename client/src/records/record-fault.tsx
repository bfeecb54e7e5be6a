import { useParams } from "react-router"

import { type Problem, isForbidden } from "#client/lib/problem.ts"
import { Button, buttonClass } from "#client/ui/button.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { PageHeading } from "#client/ui/page-heading.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Noun, Recorded } from "./noun.ts"
import { rightToSee } from "./rights.ts"

interface RecordFaultProps<Row extends Recorded> {
  noun: Noun<Row>
  problem: Problem
  retry: () => void
}

/** The record is not there, or not to be seen, or did not arrive. */
export function RecordFault<Row extends Recorded>({ noun, problem, retry }: RecordFaultProps<Row>) {
  const t = useText()
  const { status, detail, instance, permission, grantedBy } = problem
  const { id = "" } = useParams()
  const back = (
    <a className={buttonClass()} href={noun.paths.list({ page: 1 })}>
      {t("Go to the list")}
    </a>
  )
  if (status === 404) {
    return (
      <>
        <PageHeading title={t("Record not found")} />
        <ErrorPanel
          detail={t(
            "It may have been deleted permanently, belong to someone else, or the address may be wrong.",
          )}
          title={t("Not found")}
        >
          <p>{t.nodes("Record: {id}", { id: <bdi className="rc-lost">{id}</bdi> })}</p>
          <search>
            <form action={noun.paths.list()} className="rc-lost-search">
              <input
                aria-label={t("Search in {list}", { list: t(noun.titles.list) })}
                className="ui-input"
                name="search"
                type="search"
              />
              <input name="page" type="hidden" value="1" />
              <Button submits>{t("Search")}</Button>
            </form>
          </search>
          {back}
        </ErrorPanel>
      </>
    )
  }
  if (isForbidden(problem)) {
    return (
      <>
        <PageHeading title={t("You don't have permission to see this")} />
        <ErrorPanel
          detail={detail === undefined ? undefined : t(detail)}
          grantedBy={grantedBy}
          right={permission ?? rightToSee(noun.resource)}
          title={t("No permission")}
        >
          {back}
        </ErrorPanel>
      </>
    )
  }
  return (
    <>
      <PageHeading title={t(noun.titles.one)} />
      <ErrorPanel
        detail={detail}
        errorId={instance}
        onRetry={retry}
        title={t("Couldn't load the record.")}
      />
    </>
  )
}
