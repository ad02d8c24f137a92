import { useStore } from '@nanostores/react'
import { Link } from 'wouter'
import { $queries, reloadQueries } from '#browser/stores/collection/queries.ts'
import { openModalWith } from '#browser/stores/outcomes.ts'
import { $session } from '#browser/stores/session.ts'
import { Button } from '#browser/ui/button.tsx'
import { Card } from '#browser/ui/card.tsx'
import { OutdatedNotice } from '#browser/ui/outdated-notice.tsx'
import { Pill } from '#browser/ui/pill.tsx'
import { answerQueries, type DataQuery } from '#contract/queries.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { hasAccess } from '#domain/people/roles.ts'
import { closingDay } from '#domain/projects/window-days.ts'
import { queriedCellName, queryReasons, queryTitle } from '#domain/queries/query-texts.ts'
import { questionsText } from '#domain/queries/questions-text.ts'
import { chunk } from '#lib/chunk.ts'
import { countOf, formatCount, formatDay } from '#lib/format.ts'
import { capitalise } from '#lib/text/capitalised.ts'
import { paths } from '#programme/paths.ts'

const answersDialog = chunk(() => import('./answers-dialog.tsx'))

const MAX_QUESTIONS_SHOWN = 8
/** Maximum number of withdrawn queries listed. */
const MAX_WITHDRAWN_SHOWN = 3

/** What the programme asks the organisation, and which of its questions it has withdrawn. Nothing where there is neither. The page loads them. */
export function QuestionsCard({ projectCode }: { projectCode: string }) {
  const loaded = useStore($queries)
  const all = loaded.state === 'ready' ? loaded.value.queries : []
  const open = all.filter(({ query_status }) => query_status === 'open')
  const answered = all.filter(({ query_status }) => query_status === 'answered')
  const withdrawn = all.filter(({ query_status }) => query_status === 'cancelled')
  if (open.length + answered.length + withdrawn.length === 0) return null
  return (
    <Card
      title={open.length === 0 ? capitalise(questionsText()) : questionsText(open.length)}
      aside={<FirstDueDate queries={open} />}
      className="mb-5"
    >
      <OutdatedNotice of={$queries} what="The list" onRetry={reloadQueries} className="px-4 py-3" />
      <ul>
        {open.slice(0, MAX_QUESTIONS_SHOWN).map(query => (
          <QuestionItem key={query.query_id} projectCode={projectCode} query={query} />
        ))}
      </ul>
      {open.length > MAX_QUESTIONS_SHOWN && (
        <p className="px-4 pb-3 text-small text-ink-2">
          {formatCount(open.length - MAX_QUESTIONS_SHOWN)} more in the sections
        </p>
      )}
      {open.length > 1 && <AnswerSeveral />}
      {answered.length > 0 && (
        <p className="border-0 border-t border-solid border-line px-4 py-3 text-small text-ink-2 first:border-t-0">
          The programme is reviewing {countOf(answered.length, 'answer')}.
        </p>
      )}
      {withdrawn.slice(0, MAX_WITHDRAWN_SHOWN).map(query => (
        <p
          key={query.query_id}
          className="border-0 border-t border-solid border-line px-4 py-3 text-small text-ink-2 break-words"
        >
          {query.submission_name}, {queriedCellName(query)}: query withdrawn
        </p>
      ))}
    </Card>
  )
}

/** Whether the reader may answer, and does not only read. */
const useMayAnswer = (): boolean =>
  hasAccess(useStore($session).user?.role_type_id ?? Number.POSITIVE_INFINITY, answerQueries.access)

function AnswerSeveral() {
  if (!useMayAnswer()) return null
  return (
    <div className="border-0 border-t border-solid border-line px-4 py-2.5 text-right">
      <Button size="s" onClick={openAnswers}>
        Answer several at once…
      </Button>
    </div>
  )
}

const openAnswers = (): Promise<void> =>
  openModalWith(
    answersDialog,
    ({ AnswersDialog }) => ({ component: AnswersDialog, props: { title: 'Answer several questions' } }),
    'The questions'
  )

function FirstDueDate({ queries }: { queries: readonly DataQuery[] }) {
  const [first] = queries.flatMap(({ due_at }) => (due_at === null ? [] : [due_at])).toSorted()
  if (first === undefined) return null
  const isOverdue = queries.some(query => query.is_overdue)
  return (
    <Pill tone={isOverdue ? 'bad' : 'warn'}>
      {isOverdue ? 'overdue since' : 'answer by'} {formatDay(closingDay(first))}
    </Pill>
  )
}

function QuestionItem({ projectCode, query }: { projectCode: string; query: DataQuery }) {
  const { questionnaire_id, submission_id, section_id, query_text } = query
  const verb = useMayAnswer() ? 'Answer' : 'View'
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-0 border-t border-line border-solid px-4 py-3 text-small first:border-t-0">
      <div className="w-44 min-w-0 max-sm:w-full">
        <p className="font-medium break-words">{query.submission_name}</p>
        <p className="text-ink-3 break-words">{query.section_name}</p>
      </div>
      <div className="min-w-0 flex-1 break-words max-sm:basis-full">
        <p>
          {queriedCellName(query)}: {queryTitle(query)}
        </p>
        {query_text !== '' && <p className="text-ink-2">“{query_text}”</p>}
        <p className="text-ink-2">{queryReasons(query).join(' ')}</p>
      </div>
      <Link
        href={paths.section(projectCode, questionnaire_id, submission_id, section_id, {
          go: cellKey(query),
          tab: 'for-you'
        })}
        aria-label={`${verb}: ${query.submission_name}, ${queriedCellName(query)}`}
        className="font-medium"
      >
        {verb}
      </Link>
    </li>
  )
}
