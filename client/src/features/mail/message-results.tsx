import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import type { DateStyle } from "#client/lib/format/date.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import { useRights } from "#client/records/rights.ts"
import {
  type Leaving,
  type Message,
  forgetLetters,
  retryMessage,
  useSentMail,
} from "#client/services/mail/letters.ts"
import { usePage } from "#client/services/page.tsx"
import { toast } from "#client/services/toasts.ts"
import { MailFrame } from "#client/ui/mail-frame.tsx"
import { useText } from "#client/ui/text.tsx"

import { HeldLine } from "./held-line.tsx"
import { LeavingLine, WhoseClock } from "./leaving-line.tsx"
import { waitingOf } from "./leaving.ts"
import { leftOutText } from "./left-out.ts"
import { ResultState, isUndelivered } from "./message-state.tsx"
import { nameOf } from "./names.ts"
import { RecipientStepper } from "./recipient-stepper.tsx"

/** What became of a message with each of its recipients, and what it said to them. */
export function MessageResults({ message, style }: { message: Message; style: DateStyle }) {
  const t = useText()
  const queries = useQueryClient()
  const whyNot = useRights("mail")("send")
  const [retrying, setRetrying] = useState<readonly string[]>([])
  const { env } = usePage()
  const { _id: id, results } = message
  const waiting = new Map(waitingOf(message).map((each) => [each.address, each]))
  const sent = results.filter(({ state }) => state !== "leftOut")
  const [at, setAt] = useState(0)
  const shown = sent[Math.min(at, sent.length - 1)]
  const { data } = useSentMail(id, shown?.id ?? null)
  const failed = results.filter(isUndelivered)

  const retry = async (which: readonly string[]) => {
    setRetrying(which)
    try {
      await retryMessage(id, which)
    } catch (failure) {
      toast.failure(failure)
    }
    await forgetLetters(queries)
    setRetrying([])
  }
  return (
    <>
      <section aria-label={t("Results")} className="ml-results">
        {failed.length < 2 ? null : (
          <ActionButton
            onClick={() => void retry(failed.map((result) => result.id))}
            pending={retrying.length > 1 ? t("Sending…") : null}
            whyNot={whyNot}
          >
            {t("Retry all failed")}
          </ActionButton>
        )}
        <ul className="ml-result-list">
          {results.map((result) => (
            <li className="ml-result" key={result.id}>
              <span className="ml-result-who">
                <bdi>{nameOf(result)}</bdi>
                {result.name === "" ? null : (
                  <bdi className="ml-stepper-address">{result.address}</bdi>
                )}
              </span>
              <ResultState result={result} />
              {isUndelivered(result) ? (
                <ActionButton
                  aria-label={t("Retry {name}", { name: nameOf(result) })}
                  onClick={() => void retry([result.id])}
                  pending={retrying.includes(result.id) ? t("Sending…") : null}
                  whyNot={whyNot}
                >
                  {t("Retry")}
                </ActionButton>
              ) : null}
              <Waiting
                from={Date.parse(env.now)}
                leaving={waiting.get(result.address)}
                style={style}
              />
              {result.held === null ? null : <HeldLine held={result.held} style={style} />}
              {result.error === null ? null : (
                <span
                  className={
                    result.state === "leftOut" ? "ml-result-why" : "ml-result-why ui-error"
                  }
                >
                  {result.state === "leftOut"
                    ? leftOutText(t, result, result.error)
                    : t(result.error)}
                </span>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section aria-label={t("Content of the e-mail")} className="ml-merged">
        <RecipientStepper at={Math.min(at, sent.length - 1)} onStep={setAt} recipients={sent} />
        <p>
          {data === undefined
            ? null
            : t.nodes("Subject: {subject}", { subject: <bdi>{data.data.subject}</bdi> })}
        </p>
        <MailFrame html={data?.data.html ?? ""} title={t("Content of the e-mail")} />
      </section>
    </>
  )
}

interface WaitingProps {
  leaving: Leaving | undefined
  from: number
  style: DateStyle
}

/** When a mail leaves that waits for working hours. */
function Waiting({ leaving, from, style }: WaitingProps) {
  if (leaving === undefined) return null
  return (
    <span className="ml-result-why">
      <LeavingLine from={from} leaving={leaving} style={style} />
      {" · "}
      <WhoseClock clockOf={leaving.clockOf} />
    </span>
  )
}
