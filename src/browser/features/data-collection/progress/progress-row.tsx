import { memo } from 'react'
import { Link } from 'wouter'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import type { CollectionProgress } from '#browser/stores/collection/collection-progress.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { TriangleAlert } from '#browser/ui/icons/icon-paths.ts'
import { Ring, ShareBar } from '#browser/ui/progress.tsx'
import type { ProgressSection } from '#contract/organisation-progress.ts'
import {
  isQuiet,
  sectionToOpen,
  sectionPercent,
  type ProgressRowView
} from '#domain/questionnaires/progress-rows.ts'
import { isSectionDone } from '#domain/questionnaires/section-work.ts'
import { countOf, daysTo, formatDay, formatTime } from '#lib/format.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { paths } from '#programme/paths.ts'
import { progressSectionText } from './progress-labels.ts'

/** Of a row in pixels: only those in sight are drawn. */
export const PROGRESS_ROW_HEIGHT = 32

const PROGRESS_CELL = 'h-8 px-3 border-0 border-b border-solid border-line whitespace-nowrap'

interface ProgressRowProps {
  view: ProgressRowView
  /** Its place in the whole table, from 1. */
  index: number
  projectCode: string
  sections: CollectionProgress['section_list']
  isSelected: boolean
  /** Null where nothing can be selected. */
  onSelect: ((id: number, isOn: boolean) => void) | null
}

/** One organisation, or one of its submissions. */
export const ProgressTableRow = memo(function ProgressTableRow({
  view,
  index,
  projectCode,
  sections,
  isSelected,
  onSelect
}: ProgressRowProps) {
  const { row, name, percent } = view
  const questionnaireOf = (sectionId: number): number =>
    sections.find(({ section_id }) => section_id === sectionId)?.questionnaire_id ?? 0
  const linkTo = (section: ProgressSection): string =>
    paths.section(
      projectCode,
      questionnaireOf(section.section_id),
      section.submission_id,
      section.section_id,
      {
        go: 'left'
      }
    )
  const open = sectionToOpen(view)
  return (
    <tr
      aria-rowindex={index + 1}
      className={`group hover:bg-surface-hover ${isSelected ? 'bg-brand-tint' : 'bg-surface'}`}
    >
      <RowHead view={view} href={open && linkTo(open)} isSelected={isSelected} onSelect={onSelect} />
      {onSelect && <td className={`${PROGRESS_CELL} num text-ink-3`}>{row.submission_count}</td>}
      <td className={`${PROGRESS_CELL} border-r! border-r-line-strong font-medium tabular-nums`}>
        <span className="flex items-center justify-between gap-2">
          {percent}
          <span className="sr-only">% answered</span>
          <span className="block w-12 flex-none">
            <ShareBar percent={percent} />
          </span>
        </span>
      </td>
      <td className={`${PROGRESS_CELL} ${isQuiet(row, presentTime()) ? 'text-warn' : 'text-ink-2'}`}>
        {activityText(row.last_activity_at)}
      </td>
      {onSelect && (
        <td className={`${PROGRESS_CELL} text-ink-2`}>
          {row.reminded_at === null ? 'not yet' : formatDay(row.reminded_at)}
        </td>
      )}
      {sections.map(({ section_id, section_name }) => {
        const section = view.sections.get(section_id)
        return (
          <td key={section_id} className={PROGRESS_CELL}>
            {section && (
              <ProgressCell section={section} href={linkTo(section)} label={`${name}, ${section_name}`} />
            )}
          </td>
        )
      })}
    </tr>
  )
})

interface RowHeadProps extends Pick<ProgressRowProps, 'view' | 'isSelected' | 'onSelect'> {
  /** The section that the name leads to; null where there is none. */
  href: string | null
}

function RowHead({ view: { id, name }, href, isSelected, onSelect }: RowHeadProps) {
  return (
    <th
      scope="row"
      className={`${PROGRESS_CELL} sticky left-0 z-1 bg-inherit max-sm:px-2! text-left font-normal`}
    >
      <span className="flex items-center gap-3">
        {onSelect && (
          <Checkbox
            className="flex-none"
            aria-label={`Select ${name}`}
            checked={isSelected}
            onChange={isOn => onSelect(id, isOn)}
          />
        )}
        {href ? (
          <Link href={href} className="block max-w-56 max-sm:max-w-28 cut text-ink" title={name}>
            {name}
          </Link>
        ) : (
          <span className="block max-w-56 max-sm:max-w-28 cut" title={name}>
            {name}
          </span>
        )}
      </span>
    </th>
  )
}

function ProgressCell({ section, href, label }: { section: ProgressSection; href: string; label: string }) {
  const { status, is_empty = false, warning_count: warnings } = section
  const text = `${label}: ${progressSectionText(section)}`
  return (
    <Link href={href} title={text} className="reach flex items-center gap-1.5 text-ink tabular-nums">
      <span className="sr-only">{text}</span>
      <span aria-hidden="true" className="flex items-center gap-1.5">
        <Ring
          percent={sectionPercent(section)}
          isComplete={isSectionDone(status)}
          isSignedOff={status === 'signed_off'}
          isEmpty={is_empty}
        />
        {status !== 'not_started' && status !== 'signed_off' && !is_empty && sectionPercent(section)}
        {status === 'signed_off' && <span className="text-ink-2">signed</span>}
        {warnings > 0 && (
          <span className="inline-flex items-center gap-0.5 text-tiny text-warn">
            <Icon of={TriangleAlert} size={12} />
            {warnings}
          </span>
        )}
      </span>
    </Link>
  )
}

/** 'today, 09:41', '17 Nov', '29 Oct, 22 days' or 'never'. */
function activityText(timestamp: string | null): string {
  if (timestamp === null) return 'never'
  const days = -daysTo(timestamp, presentTime())
  if (days <= 0) return `today, ${formatTime(timestamp)}`
  return days < 14 ? formatDay(timestamp) : `${formatDay(timestamp)}, ${countOf(days, 'day')}`
}
