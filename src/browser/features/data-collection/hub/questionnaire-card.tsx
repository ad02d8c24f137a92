import { useState } from 'react'
import { Link } from 'wouter'
import { CaseCodesLine } from '#browser/features/data-collection/codes/case-codes-line.tsx'
import { codesOfSurvey } from '#browser/features/data-collection/codes/codes-of-survey.ts'
import { Signing } from '#browser/features/data-collection/signing/signing.tsx'
import { lockText } from '#browser/section/state/locks.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Lock } from '#browser/ui/icons/icon-paths.ts'
import { Pill } from '#browser/ui/pill.tsx'
import { Ring } from '#browser/ui/progress.tsx'
import { HeadCell } from '#browser/ui/sort-head.tsx'
import type { SectionCompletion } from '#contract/section-submissions.ts'
import { closingDay, windowTime } from '#domain/projects/window-days.ts'
import { answersToDo, isSectionDone, remainingText } from '#domain/questionnaires/section-work.ts'
import { daysTo, formatDay, formatTime } from '#lib/format.ts'
import { formatDistance } from '#lib/time/format-distance.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { paths } from '#programme/paths.ts'
import type { QuestionnaireState } from './data-collection.ts'
import {
  sectionLinkId,
  sectionStateLabel,
  totalRemaining,
  verbOf,
  type HubSectionRow
} from './section-rows.ts'

/** Days before closing. */
const DUE_SOON_DAYS = 7

interface QuestionnaireCardProps {
  projectCode: string
  submission: { id: number; name: string }
  state: QuestionnaireState
  onRetry: () => void
}

/** A questionnaire with its sections as rows: each one's progress and action. */
export function QuestionnaireCard({
  projectCode,
  submission,
  state: { questionnaire, rows },
  onRetry
}: QuestionnaireCardProps) {
  const left = totalRemaining(rows)
  return (
    <section className="card overflow-clip" aria-labelledby={headingId(questionnaire.questionnaire_id)}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 px-4 border-0 border-b border-solid border-line">
        <h2 id={headingId(questionnaire.questionnaire_id)} className="flex-1 min-w-0 max-sm:basis-full">
          {questionnaire.questionnaire_name}
        </h2>
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
          onChanged={onRetry}
        />
      )}
    </section>
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

/** Columns whose content stands below the section's name where there is no room for them. */
const narrow: Record<string, string> = {
  Status: 'max-sm:hidden',
  'To do': 'max-sm:hidden',
  'Last edited': 'max-md:hidden'
}

interface SectionTableProps {
  projectCode: string
  questionnaireId: number
  submissionId: number
  rows: HubSectionRow[]
}

function QuestionnaireSectionTable({ projectCode, questionnaireId, submissionId, rows }: SectionTableProps) {
  return (
    <table aria-labelledby={headingId(questionnaireId)}>
      <thead>
        <tr>
          {['Section', 'Status', 'To do', 'Last edited'].map(name => (
            <HeadCell
              key={name}

              className={`${name === 'To do' ? 'num' : ''} ${narrow[name] ?? ''} first:pl-4!`}
            >
              {name}
            </HeadCell>
          ))}
          <HeadCell>
            <span className="sr-only">Open</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <SectionLinkRow
            key={row.section.section_id}
            href={paths.section(
              projectCode,
              questionnaireId,
              submissionId,
              row.section.section_id,
              row.section.is_locked ? {} : { go: 'left' }
            )}
            row={row}
          />
        ))}
      </tbody>
    </table>
  )
}

function SectionLinkRow({ href, row }: { href: string; row: HubSectionRow }) {
  const { section, completion } = row
  const status = completion?.status ?? section.status
  const isEmpty = typeof section.empty_reason === 'string'
  const { word, tone } = sectionStateLabel(status, completion, isEmpty)
  return (
    <tr className="hover:bg-surface-hover [&:last-child>td]:border-b-0">
      <td className="table-cell pl-4! [overflow-wrap:anywhere]">
        <span className="flex items-center gap-2.5">
          <Ring
            percent={completion?.completion_percent ?? 0}
            isComplete={isSectionDone(status)}
            isSignedOff={status === 'signed_off'}
            isEmpty={isEmpty}
          />
          <Link href={href} className="text-ink font-medium">
            {section.section_name}
          </Link>
          {completion !== null && (
            <span className="flex-none text-tiny text-ink-3">{completion.completion_percent}%</span>
          )}
        </span>
        {(section.changed_after_sign_off_at ?? null) !== null && (
          <Pill tone="warn" className="mt-1">
            Changed by the programme after sign-off
          </Pill>
        )}
        <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-tiny text-ink-3 md:hidden">
          <Pill tone={tone} className="sm:hidden">
            {word}
          </Pill>
          {completion !== null && answersToDo(completion) > 0 && (
            <span className="sm:hidden">{answersToDo(completion)} to do</span>
          )}
          {editedText(row)}
        </span>
      </td>
      <td className={`table-cell ${narrow['Status']}`}>
        <Pill tone={tone}>{word}</Pill>
      </td>
      <td className={`table-cell num ${narrow['To do']}`}>
        <Remaining row={row} />
      </td>
      <td className={`table-cell text-small text-ink-2 ${narrow['Last edited']}`}>{editedText(row)}</td>
      <td className="table-cell text-right py-1.5! pr-4!">
        <Link
          href={href}
          className={buttonClass({ size: 's' })}
          id={sectionLinkId(section.section_id)}
          aria-label={`${verbOf(row)}: ${section.section_name}`}
        >
          {verbOf(row)}
        </Link>
      </td>
    </tr>
  )
}

/** Whether all is entered and only the mark is missing, also after a section was reopened. */
const isMarkLeft = ({ status }: SectionCompletion): boolean => status === 'in_progress'

function Remaining({ row: { completion } }: { row: HubSectionRow }) {
  if (completion === null) return <span className="text-ink-3">not known</span>
  const left = answersToDo(completion)
  return (
    <span>
      {left === 0 ? (
        <span className="text-ink-3">{isMarkLeft(completion) ? 'mark complete' : 'none'}</span>
      ) : (
        left
      )}
      {completion.error_count > 0 && <span className="text-bad"> · {completion.error_count} invalid</span>}
      {completion.warning_count > 0 && (
        <span className="text-warn"> · {completion.warning_count} to check</span>
      )}
    </span>
  )
}

function editedText({ completion }: HubSectionRow): string {
  if (completion === null || completion.updated_at === null) return 'never'
  const when = `${formatDay(completion.updated_at)}, ${formatTime(completion.updated_at)}`
  return completion.updated_by === null ? when : `${completion.updated_by}, ${when}`
}
