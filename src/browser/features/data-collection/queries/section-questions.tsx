import { useStore } from '@nanostores/react'
import { $session } from '#browser/stores/session.ts'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { CircleHelp } from '#browser/ui/icons/rare-icon-paths.ts'
import { answerQueries, type DataQuery } from '#contract/queries.ts'
import type { Section } from '#contract/questionnaires.ts'
import { hasAccess } from '#domain/people/roles.ts'
import { closingDay } from '#domain/projects/window-days.ts'
import {
  queryEntryText,
  expectedRange,
  queriedAnswerText,
  queriedCellName,
  queryReasons,
  queryTitle
} from '#domain/queries/query-texts.ts'
import { sectionCorrectionText } from '#domain/questionnaires/correction-text.ts'
import { formatDay } from '#lib/format.ts'
import { AnswerForm } from './answer-form.tsx'
import { goToQuestion } from './questions-note.tsx'
import { $sectionQueries } from './section-queries.ts'

/** The open questions of a section: that of the focused cell with its form, the others with the way to their cells. */
export function WaitingQuestions({ focused, section }: { focused: string; section: Section }) {
  const open = useStore($sectionQueries).filter(({ query_status }) => query_status === 'open')
  const isHere = (query: DataQuery): boolean =>
    `${query.question_id}:${query.row_id}:${query.column_id}` === focused
  const sorted = [...open.filter(isHere), ...open.filter(query => !isHere(query))]
  const correction = sectionCorrectionText(section)
  return (
    <>
      {open.length > 0 && correction !== null && <p className="mb-2.5 text-small text-ink-2">{correction}</p>}
      <ul className="mb-2.5 grid gap-2.5 text-small">
        {sorted.map(query => (
          <li
            key={query.query_id}
            className="rounded-lg border border-solid border-line px-3 pt-2.5 pb-3 break-words"
          >
            {isHere(query) ? <FocusedQuestion query={query} /> : <OtherQuestion query={query} />}
          </li>
        ))}
      </ul>
    </>
  )
}

const QuestionTitle = ({ query }: { query: DataQuery }) => (
  <p className="flex flex-wrap items-center gap-x-1.5 font-medium">
    <Icon of={CircleHelp} className="text-warn" />
    {queryTitle(query)}
  </p>
)

function OtherQuestion({ query }: { query: DataQuery }) {
  return (
    <>
      <QuestionTitle query={query} />
      <p className="mt-1 text-ink-2">{queriedCellName(query)}</p>
      <Button
        size="s"
        className="mt-2"
        aria-label={`Go to the cell: ${queriedCellName(query)}`}
        onClick={() => goToQuestion(query)}
      >
        Go to the cell
      </Button>
    </>
  )
}

function FocusedQuestion({ query }: { query: DataQuery }) {
  const mayAnswer = hasAccess(
    useStore($session).user?.role_type_id ?? Number.POSITIVE_INFINITY,
    answerQueries.access
  )
  const range = expectedRange(query)
  const { previous_answer: former } = query
  return (
    <>
      <QuestionTitle query={query} />
      <DueDate query={query} />
      <QueryThread query={query} />
      <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
        <QuestionFigure name="received" text={queriedAnswerText(query, query.received)} />
        {range !== null && <QuestionFigure name="expected" text={range} />}
        {former !== null && (
          <QuestionFigure
            name={`in ${former.time_period_name}`}
            text={queriedAnswerText(query, {
              ...query.received,
              is_not_applicable: false,
              is_not_available: false,
              value: former.value
            })}
          />
        )}
      </dl>
      {queryReasons(query).map(reason => (
        <p key={reason} className="mt-1 text-ink-2">
          {reason}
        </p>
      ))}
      {mayAnswer && <AnswerForm queries={[query]} />}
    </>
  )
}

export const DueDate = ({ query: { due_at, is_overdue } }: { query: DataQuery }) =>
  due_at !== null && (
    <p className={is_overdue ? 'text-bad' : 'text-ink-2'}>
      {is_overdue ? 'Overdue: answer was due by' : 'Answer by'} {formatDay(closingDay(due_at))}
    </p>
  )

const QuestionFigure = ({ name, text }: { name: string; text: string }) => (
  <div>
    <dt className="text-tiny text-ink-3">{name}</dt>
    <dd className="font-medium tabular-nums">{text}</dd>
  </div>
)

/** What was said and done, oldest first. */
export const QueryThread = ({ query }: { query: DataQuery }) => (
  <ol className="mt-1.5 grid gap-1.5">
    {query.thread.map((entry, index) => (
      // Entries are only added.
      // oxlint-disable-next-line react/no-array-index-key
      <li key={index}>
        <p className="whitespace-pre-line break-words">{queryEntryText(query, entry)}</p>
        <p className="text-ink-3">
          {entry.created_by || 'Someone'}, {formatDay(entry.created_at)}
        </p>
      </li>
    ))}
  </ol>
)
