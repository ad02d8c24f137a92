import { useState } from 'react'
import { Link } from 'wouter'
import { CaseCodesLine } from '#browser/features/data-collection/codes/case-codes-line.tsx'
import { codesOfSurvey } from '#browser/features/data-collection/codes/codes-of-survey.ts'
import { Signing } from '#browser/features/data-collection/signing/signing.tsx'
import { lockText } from '#browser/section/state/locks.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { Lock } from '#browser/ui/icons/icon-paths.ts'
import { closingDay, windowTime } from '#domain/projects/window-days.ts'
import { questionsText } from '#domain/queries/questions-text.ts'
import { remainingText } from '#domain/questionnaires/section-work.ts'
import { daysTo, formatDay } from '#lib/format.ts'
import { formatDistance } from '#lib/time/format-distance.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { paths } from '#programme/paths.ts'
import type { QuestionnaireState } from './data-collection.ts'
import { openQuestions, totalRemaining } from './section-rows.ts'
import { QuestionnaireSectionTable, type SectionTableProps } from './section-table.tsx'

/** Days before closing. */
const DUE_SOON_DAYS = 7

interface QuestionnaireCardProps {
  projectCode: string
  submission: { id: number; name: string }
  state: QuestionnaireState
  onChanged: () => void
}

/** A questionnaire with its sections as rows: each one's progress and action. */
export function QuestionnaireCard({
  projectCode,
  submission,
  state: { questionnaire, rows },
  onChanged
}: QuestionnaireCardProps) {
  const total = totalRemaining(rows)
  // A question is something to do as well.
  const left = total?.sections === 0 && openQuestions(rows) > 0 ? null : total
  return (
    <section className="card overflow-clip" aria-labelledby={headingId(questionnaire.questionnaire_id)}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 px-4 border-0 border-b border-solid border-line">
        <h2 id={headingId(questionnaire.questionnaire_id)} className="flex-1 min-w-0 max-sm:basis-full">
          {questionnaire.questionnaire_name}
        </h2>
        <QuestionsLink
          projectCode={projectCode}
          questionnaireId={questionnaire.questionnaire_id}
          submissionId={submission.id}
          rows={rows}
        />
        {questionnaire.is_locked ? (
          <span className="flex items-center gap-1.5 text-small text-ink-2">
            <Icon of={Lock} />
            {lockText(questionnaire.lock_reason, {
              opensAt: questionnaire.opens_at,
              closesAt: questionnaire.closes_at
            })}
          </span>
        ) : (
          <span className="flex flex-wrap gap-x-3 text-small text-ink-2">
            {questionnaire.questionnaire_type === 'standard' && left !== null && (
              <b className="font-medium text-ink">{remainingText(left)}</b>
            )}
            {questionnaire.closes_at !== null && <Closing at={questionnaire.closes_at} />}
          </span>
        )}
      </header>
      {questionnaire.questionnaire_type === 'case' ? (
        <CaseCodesLine
          {...codesOfSurvey(questionnaire, submission)}
          resultsPath={paths.dataCollection(projectCode, {
            view: 'entry',
            results: String(questionnaire.questionnaire_id)
          })}
        />
      ) : (
        <QuestionnaireSectionTable
          headingId={headingId(questionnaire.questionnaire_id)}
          projectCode={projectCode}
          questionnaireId={questionnaire.questionnaire_id}
          submissionId={submission.id}
          rows={rows}
        />
      )}
      {questionnaire.questionnaire_type === 'standard' && (
        <Signing
          projectCode={projectCode}
          target={{ questionnaireId: questionnaire.questionnaire_id, submissionId: submission.id }}
          questionnaireName={questionnaire.questionnaire_name}
          submissionName={submission.name}
          rows={rows}
          isLocked={questionnaire.is_locked && questionnaire.lock_reason !== 'complete_only'}
          onChanged={onChanged}
        />
      )}
    </section>
  )
}

type QuestionsLinkProps = Omit<SectionTableProps, 'headingId'>

/** What the programme asks about the answers: also once the questionnaire is closed. Leads to the first section that it is about. */
function QuestionsLink({ projectCode, questionnaireId, submissionId, rows }: QuestionsLinkProps) {
  const first = rows.find(({ section }) => (section.open_query_count ?? 0) > 0)
  if (first === undefined) return null
  const { section_id } = first.section
  return (
    <Link
      href={paths.section(projectCode, questionnaireId, submissionId, section_id)}
      className="text-small font-medium text-warn"
    >
      {questionsText(openQuestions(rows))}
    </Link>
  )
}

/** Names the card and its table. */
const headingId = (questionnaireId: number): string => `questionnaire-${questionnaireId}`

/** The last days are highlighted. */
function Closing({ at }: { at: string }) {
  const [now] = useState(() => presentTime())
  const day = closingDay(at)
  const isSoon = daysTo(day, now) <= DUE_SOON_DAYS
  return (
    <span className={isSoon ? 'font-medium text-warn' : undefined}>
      closes {formatDay(day, now)}, {formatDistance(day, now)}
      {isSoon && `, ${windowTime('closes', at)}`}
    </span>
  )
}
