import { Link } from 'wouter'
import { buttonClass } from '#browser/ui/button.tsx'
import { Pill } from '#browser/ui/pill.tsx'
import { Ring } from '#browser/ui/progress.tsx'
import { HeadCell } from '#browser/ui/sort-head.tsx'
import type { SectionCompletion } from '#contract/section-submissions.ts'
import { answersToDo, isSectionDone } from '#domain/questionnaires/section-work.ts'
import { countOf, formatDay, formatTime } from '#lib/format.ts'
import { paths } from '#programme/paths.ts'
import { isRowOpen, sectionLinkId, sectionStateLabel, verbOf, type HubSectionRow } from './section-rows.ts'

/** Columns whose content stands below the section's name where there is no room for them. */
const narrow: Record<string, string> = {
  Status: 'max-sm:hidden',
  'To do': 'max-sm:hidden',
  'Last edited': 'max-md:hidden'
}

export interface SectionTableProps {
  headingId: string
  projectCode: string
  questionnaireId: number
  submissionId: number
  rows: HubSectionRow[]
}

/** The sections of a questionnaire: each one's progress and action. */
export function QuestionnaireSectionTable({
  headingId,
  projectCode,
  questionnaireId,
  submissionId,
  rows
}: SectionTableProps) {
  return (
    <table aria-labelledby={headingId}>
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
          {completion !== null && answersToDo(completion) > 0 && isRowOpen(row) && (
            <span className="sm:hidden">{answersToDo(completion)} to do</span>
          )}
          {(section.open_query_count ?? 0) > 0 && (
            <span className="text-warn sm:hidden">{countOf(section.open_query_count ?? 0, 'question')}</span>
          )}
          {completion?.updated_at && editedText(row)}
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

function Remaining({ row }: { row: HubSectionRow }) {
  const { section, completion } = row
  if (completion === null) return <span className="text-ink-3">not known</span>
  const left = answersToDo(completion)
  const questions = section.open_query_count ?? 0
  const isOnlyAsked = left === 0 && questions > 0 && !isMarkLeft(completion)
  return (
    <span>
      {!isOnlyAsked &&
        (left > 0 && isRowOpen(row) ? (
          left
        ) : (
          <span className="text-ink-3">
            {left > 0 ? 'closed' : isMarkLeft(completion) ? 'mark complete' : 'none'}
          </span>
        ))}
      {questions > 0 && (
        <span className="text-warn">
          {!isOnlyAsked && ' · '}
          {countOf(questions, 'question')}
        </span>
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
