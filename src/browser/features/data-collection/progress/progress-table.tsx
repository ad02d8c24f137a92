import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import type { CollectionProgress } from '#browser/stores/collection/collection-progress.ts'
import { SortHead, sortDirection } from '#browser/ui/sort-head.tsx'
import { withTerms } from '#domain/projects/submission-word.ts'
import type { ProgressRowView, ProgressSort } from '#domain/questionnaires/progress-rows.ts'
import { PROGRESS_ROW_HEIGHT, ProgressTableRow } from './progress-row.tsx'

/** Rows drawn above and below those in sight. */
const OVERSCAN = 6
/** Before the window's height is known. */
const MIN_DRAWN_ROWS = 24

interface ProgressTableProps {
  views: readonly ProgressRowView[]
  projectCode: string
  sections: CollectionProgress['section_list']
  sort: ProgressSort
  onSort: (sort: ProgressSort) => void
  selected: ReadonlySet<number>
  /** Null for members, who send no reminders. */
  onSelect: ((ids: readonly number[], isOn: boolean) => void) | null
}

/** The rows that are in sight, however many there are: as tall as all of them, so that it scrolls like the whole table. */
export function ProgressTable(props: ProgressTableProps) {
  const { views, projectCode, sections, sort, onSort, selected, onSelect } = props
  const scroller = useRef<HTMLElement>(null)
  const [range, setRange] = useState({ first: 0, last: MIN_DRAWN_ROWS })
  const measure = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
    const height = clientHeight === 0 ? MIN_DRAWN_ROWS * PROGRESS_ROW_HEIGHT : clientHeight
    const first = Math.max(0, Math.floor(scrollTop / PROGRESS_ROW_HEIGHT) - OVERSCAN)
    const last = Math.ceil((scrollTop + height) / PROGRESS_ROW_HEIGHT) + OVERSCAN
    setRange(was => (was.first === first && was.last === last ? was : { first, last }))
  }, [])
  useEffect(() => {
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [measure])
  const selectOne = useCallback((id: number, isOn: boolean) => onSelect?.([id], isOn), [onSelect])
  // A filter may leave fewer rows than were scrolled past.
  const first = Math.min(range.first, Math.max(0, views.length - MIN_DRAWN_ROWS))
  const drawn = views.slice(first, range.last)
  return (
    <section
      ref={scroller}
      aria-label="Progress by section"
      // Focusable, so that keyboards can scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={measure}
      className="ring-inside relative overflow-auto max-h-[max(min(320px,100dvh-24px),calc(100dvh-330px))]"
    >
      <table className="w-full text-small" aria-rowcount={views.length + 1}>
        <caption className="sr-only">
          {withTerms('Progress in each section. A cell opens the {submission} that is furthest behind.')}
        </caption>
        <ProgressHead
          sections={sections}
          sort={sort}
          onSort={onSort}
          hasSelection={onSelect !== null}
          selection={
            onSelect && (
              <SelectAll
                isAll={views.length > 0 && views.every(({ id }) => selected.has(id))}
                isSome={selected.size > 0}
                onChange={isOn =>
                  onSelect(
                    views.map(({ id }) => id),
                    isOn
                  )
                }
              />
            )
          }
        />
        <tbody>
          <Spacer rows={first} />
          {drawn.map((view, offset) => (
            <ProgressTableRow
              key={view.id}
              view={view}
              index={first + offset + 1}
              projectCode={projectCode}
              sections={sections}
              isSelected={selected.has(view.id)}
              onSelect={onSelect && selectOne}
            />
          ))}
          <Spacer rows={views.length - first - drawn.length} />
        </tbody>
      </table>
    </section>
  )
}

const Spacer = ({ rows }: { rows: number }) =>
  rows > 0 && (
    <tr aria-hidden="true">
      <td style={{ height: rows * PROGRESS_ROW_HEIGHT, padding: 0 }}>{''}</td>
    </tr>
  )

interface SelectAllProps {
  isAll: boolean
  isSome: boolean
  onChange: (isOn: boolean) => void
}

function SelectAll({ isAll, isSome, onChange }: SelectAllProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome && !isAll
  }, [isSome, isAll])
  return (
    <Checkbox
      ref={box}
      className="mr-3 align-middle"
      aria-label={isAll ? 'Clear selection' : 'Select all rows'}
      checked={isAll}
      onChange={onChange}
    />
  )
}

interface ProgressHeadProps extends Pick<ProgressTableProps, 'sections' | 'sort' | 'onSort'> {
  hasSelection: boolean
  selection: ReactNode
}

function ProgressHead({ sections, sort, onSort, hasSelection, selection }: ProgressHeadProps) {
  const head = (by: ProgressSort['by'], name: ReactNode, className = '', before: ReactNode = null) => (
    <SortHead
      key={by}
      direction={sort.by === by ? sortDirection(sort.isDescending) : null}
      onSort={() => onSort({ by, isDescending: sort.by === by && !sort.isDescending })}
      before={before}
      className={className}
    >
      {name}
    </SortHead>
  )
  // In a small window a sticky head would leave no space for the rows.
  return (
    <thead className="sticky top-0 z-2 bg-surface max-sm:static media-short:static">
      <tr aria-rowindex={1}>
        {head(
          'name',
          hasSelection ? 'Organisation' : withTerms('{Submission}'),
          'sticky left-0 z-1 bg-surface',
          selection
        )}
        {hasSelection && head('submissions', withTerms('{Submissions}'), 'num')}
        {head('percent', 'All, % done', 'border-r! border-r-line-strong')}
        {head('activity', 'Last activity')}
        {hasSelection && head('reminded', 'Reminded')}
        {sections.map(({ section_id, section_name }) =>
          head(section_id, section_name, 'whitespace-normal! min-w-22 max-w-32 align-bottom')
        )}
      </tr>
    </thead>
  )
}
