import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { useStatus } from '#browser/section/sync/use-status.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { Lock } from '#browser/ui/icons/icon-paths.ts'
import { Late } from '#browser/ui/late.tsx'
import { Pick } from '#browser/ui/pick.tsx'
import { Popover } from '#browser/ui/popover/popover.tsx'
import { ProgressBar, Ring } from '#browser/ui/progress.tsx'
import { completionPercent, noCounts } from '#domain/answers/completion.ts'
import {
  answersToDo,
  isSectionDone,
  isWorkOpen,
  remainingText,
  remainingWorkOf
} from '#domain/questionnaires/section-work.ts'
import { formatCount } from '#lib/format.ts'
import { paths } from '#programme/paths.ts'
import type { HubSectionRow } from './hub/section-rows.ts'
import { $sectionQueries } from './queries/section-queries.ts'
import type { SectionAddress } from './section-address.ts'
import { sectionParts } from './section-parts-chunk.ts'

interface SideListProps {
  projectCode: string
  address: SectionAddress
  title: string
  rows: HubSectionRow[]
  engine: SectionEngine
  /** Shown below the list. */
  children: ReactNode
}

/** The questionnaire's sections with what remains in each; the open one updates while typing. */
export function SideList({ projectCode, address, title, rows, engine, children }: SideListProps) {
  const figures = useCounts(engine, rows, address)
  const at = figures.findIndex(figure => figure.isOpen)
  const [, navigate] = useLocation()
  const work = remainingWorkOf(figures.filter(isOpenFigure))
  const questions = figures.reduce((sum, figure) => sum + figure.questions, 0)
  const overall = figures.reduce(
    (sum, figure) => ({
      applicable_count: sum.applicable_count + figure.applicable_count,
      answered_count: sum.answered_count + figure.answered_count
    }),
    { applicable_count: 0, answered_count: 0 }
  )
  // Then the page says so once, with the reason.
  const isAllLocked = figures.every(({ section }) => section.is_locked)
  return (
    <nav
      aria-label="Sections"
      data-region
      className="bg-surface border-0 border-solid border-line lg:border-r lg:col-start-1 lg:row-start-1 lg:overflow-y-auto pb-4 max-lg:border-b max-lg:px-6 max-sm:px-4 max-lg:py-3"
    >
      <Pick
        label={`Section ${at + 1} of ${rows.length}`}
        className="pick-wide lg:hidden"
        options={figures.map(figure => ({
          id: figure.section.section_id,
          name: [figure.section.section_name, remainingLabel(figure)].filter(Boolean).join(', ')
        }))}
        selected={address.sectionId}
        onSelect={sectionId =>
          navigate(paths.section(projectCode, address.questionnaireId, address.submissionId, sectionId))
        }
      />
      <p className="side-head max-lg:hidden">{title}</p>
      <ul className="max-lg:hidden">
        {figures.map(figure => (
          <li key={figure.section.section_id}>
            <Link
              href={paths.section(
                projectCode,
                address.questionnaireId,
                address.submissionId,
                figure.section.section_id
              )}
              aria-current={figure.isOpen ? 'page' : undefined}
              className="side-link"
            >
              <Ring
                percent={figure.percent}
                isComplete={isSectionDone(figure.status)}
                isSignedOff={figure.status === 'signed_off'}
                isEmpty={figure.isEmpty}
              />
              <SectionEntry figure={figure} hasLock={figure.section.is_locked && !isAllLocked} />
            </Link>
          </li>
        ))}
      </ul>
      <div className="lg:mx-4 lg:mt-4 lg:pt-4 border-0 lg:border-t border-solid border-line max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-4">
        <p className="mb-2 text-small font-medium max-lg:sr-only">
          {work.answers > 0 ? `${formatCount(work.answers)} to do in total` : remainingText(work, questions)}
        </p>
        <div className="max-lg:hidden">
          <ProgressBar
            percent={completionPercent(overall, remainingWorkOf(figures).sections === 0)}
            label={`${title}, done`}
          />
        </div>
        <div className="mt-2 max-lg:empty:hidden">
          {figures.some(figure => figure.isOpen && isOpenFigure(figure)) && (
            <IncompletePopover engine={engine} />
          )}
        </div>
        {children}
      </div>
    </nav>
  )
}

/** Each section with its progress. That of the open one is what stands on the page, not what was loaded. */
function useCounts(engine: SectionEngine, rows: HubSectionRow[], address: SectionAddress) {
  const counts = useStatus(engine, status => status.counts)
  const openStatus = useStatus(engine, status => status.sectionStatus)
  const openReason = useStatus(engine, status => status.emptyReason)
  const asked = useStore($sectionQueries).filter(({ query_status }) => query_status === 'open')
  const percent = completionPercent(counts, isSectionDone(openStatus))
  return rows.map(({ section, completion }) => {
    const isOpen = section.section_id === address.sectionId
    const status = isOpen ? openStatus : (completion?.status ?? section.status)
    return {
      section,
      isOpen,
      status,
      questions: isOpen ? asked.length : (section.open_query_count ?? 0),
      isEmpty: (isOpen ? openReason : (section.empty_reason ?? null)) !== null,
      percent: isOpen ? percent : (completion?.completion_percent ?? 0),
      ...(isOpen ? counts : (completion ?? noCounts()))
    }
  })
}

type SectionFigure = ReturnType<typeof useCounts>[number]

const isOpenFigure = (figure: SectionFigure): boolean => isWorkOpen(figure, figure.section.lock_reason)

/** Where a word of the name and what remains do not fit side by side, they stand below each other. */
function SectionEntry({ figure, hasLock }: { figure: SectionFigure; hasLock: boolean }) {
  return (
    <span className="flex flex-1 flex-wrap items-center gap-x-2 min-w-0">
      <span className="flex-1 min-w-min leading-4.5 break-words">{figure.section.section_name}</span>
      {hasLock && <Icon of={Lock} size={12} label="locked" className="text-ink-3" />}
      <span className="text-tiny text-ink-3 whitespace-nowrap font-normal">{remainingLabel(figure)}</span>
    </span>
  )
}

/** What remains, or the section's state when nothing does. */
function remainingLabel(figure: SectionFigure): string {
  const { status, percent, isEmpty } = figure
  if (isEmpty) return 'nothing to report'
  if (isSectionDone(status)) return status === 'signed_off' ? 'signed off' : 'complete'
  const left = answersToDo(figure)
  if (left > 0 && isOpenFigure(figure)) return `${formatCount(left)} to do`
  return percent >= 100 ? 'all answered' : ''
}

/** Every cell that keeps the section from being complete, and why. */
function IncompletePopover({ engine }: { engine: SectionEngine }) {
  const count = useStatus(engine, status => status.incomplete)
  if (count === 0) return null
  return (
    <Popover
      trigger={`Show missing answers (${count})`}
      triggerClass="text-small text-button"
      label={`Show missing answers (${count})`}
      placement="right-end"
      panelClass="w-80 py-1.5"
    >
      {close => (
        <Late code={sectionParts}>
          {({ IncompleteList }) => <IncompleteList engine={engine} close={close} />}
        </Late>
      )}
    </Popover>
  )
}
