import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { usePageTitle } from '#browser/navigation/page-title.ts'
import type { TableModel } from '#browser/section/state/model.ts'
import { useStatus } from '#browser/section/sync/use-status.ts'
import type { PasteOutcome } from '#browser/section/table/paste/paste-report.ts'
import { SectionForm } from '#browser/section/table/section-form.tsx'
import type { WorkbookTitle } from '#browser/section/workbook/source.ts'
import { $session } from '#browser/stores/session.ts'
import { BarSlot } from '#browser/ui/bar-slot.tsx'
import { Late } from '#browser/ui/late.tsx'
import { FailureNotice, EmptyNotice } from '#browser/ui/notice.tsx'
import { Skeleton, SkeletonLines, HeadingSkeleton } from '#browser/ui/skeleton.tsx'
import { SkipLink } from '#browser/ui/skip-link.tsx'
import { withTerms } from '#domain/projects/submission-word.ts'
import { isSectionDone } from '#domain/questionnaires/section-work.ts'
import { disposeAll } from '#lib/dispose.ts'
import { BottomBar } from './bottom-bar.tsx'
import { CellPanel } from './panel/cell-panel.tsx'
import { PrintSheet, printOnArrival } from './print-sheet.tsx'
import { queryParts } from './queries/query-parts-chunk.ts'
import { SectionHead } from './section-head.tsx'
import type { OpenSection } from './section-loading.ts'
import { sectionParts } from './section-parts-chunk.ts'
import { SectionTools } from './section-tools.tsx'
import {
  $openSection,
  $shownSectionRows,
  openSection,
  prepareSection,
  retrySection,
  shownSectionRows
} from './section.ts'
import { SideList } from './side-list.tsx'
import { useTitle } from './use-title.ts'

interface SectionScreenProps {
  projectCode: string
  questionnaireId: number
  submissionId: number
  sectionId: number
}

const listenToRows = (listener: () => void): (() => void) => $shownSectionRows.listen(listener)

const SECTION_FRAME =
  'relative lg:grid lg:h-[calc(100vh-104px)] lg:grid-rows-[minmax(0,1fr)_48px] lg:grid-cols-[200px_minmax(0,1fr)_264px] xl:grid-cols-[232px_minmax(0,1fr)_312px]'

export default function SectionScreen({
  projectCode,
  questionnaireId,
  submissionId,
  sectionId
}: SectionScreenProps) {
  useEffect(
    () => openSection({ questionnaireId, submissionId, sectionId }),
    [questionnaireId, submissionId, sectionId]
  )
  const open = useStore($openSection)
  if (open.state === 'loading') return <SectionSkeleton />
  if (open.state === 'failed') {
    return (
      <FailureNotice isPage what="This section" failure={open} onRetry={retrySection} className="mt-16" />
    )
  }
  // Keyed by its engine, so that another section starts with a fresh page.
  return <ReadySection key={open.value.address.sectionId} projectCode={projectCode} open={open.value} />
}

SectionScreen.prepare = ({ questionnaireId, submissionId, sectionId }: SectionScreenProps): Promise<void> =>
  prepareSection({ questionnaireId, submissionId, sectionId })

const showLastFiguresSwitch = (table: TableModel) => (
  <Late code={sectionParts}>{({ LastFiguresSwitch }) => <LastFiguresSwitch table={table} />}</Late>
)

/** Begins the visit once the code for it is there. Returns a function that ends it. */
function startVisit(open: OpenSection): () => void {
  const stops: (() => void)[] = []
  let isStopped = false
  // If it is missing, whatever else needs the code reloads the page, or offers to fetch it again.
  void sectionParts.tryLoad().then(code => code && !isStopped && stops.push(code.beginVisit(open)))
  return () => {
    isStopped = true
    disposeAll(stops)
  }
}

function LateStrayAnswers({ engine }: Pick<OpenSection, 'engine'>) {
  const mayHaveStrays = useStatus(engine, status => engine.isLocked || status.strays.length > 0)
  return (
    mayHaveStrays && <Late code={sectionParts}>{({ StrayAnswers }) => <StrayAnswers engine={engine} />}</Late>
  )
}

/** Admins may ask about any cell, so they load them in every section. */
function LateQuestions({ open }: { open: OpenSection }) {
  const isAdmin = useStore($session).user?.isAdmin ?? false
  const { open_query_count: count = 0 } = open.engine.model.section
  return (
    (isAdmin || count > 0) && (
      <Late code={queryParts}>{({ QuestionsNote }) => <QuestionsNote open={open} />}</Late>
    )
  )
}

function ReadySection({ projectCode, open }: { projectCode: string; open: OpenSection }) {
  const { engine, address, questionnaire } = open
  const rows = useSyncExternalStore(listenToRows, shownSectionRows)
  const [report, setReport] = useState<PasteOutcome | null>(null)
  const onPasted = useCallback((pasted: PasteOutcome) => setReport(pasted), [])
  const onComment = useCallback(
    (key: string, text: string) => {
      engine.$focused.set(key)
      void sectionParts.load().then(
        code => code.beginComment({ engine, address, key, threadId: null }, text),
        // The panel offers to fetch it again.
        () => {}
      )
    },
    [engine, address]
  )
  useEffect(() => startVisit(open), [open])
  const title = useTitle(questionnaire)
  usePageTitle(engine.model.section.section_name, title.submissionName, title.projectName)
  usePrintOnArrival(title)
  return (
    <div className={SECTION_FRAME}>
      <BarSlot>
        <Late code={sectionParts}>
          {({ SubmissionPick }) => (
            <SubmissionPick projectCode={projectCode} selected={address.submissionId} />
          )}
        </Late>
      </BarSlot>
      <SkipLink to="questions">Skip to questions</SkipLink>
      <SideList
        projectCode={projectCode}
        address={address}
        title={questionnaire.questionnaire_name}
        rows={rows}
        engine={engine}
      >
        <SectionTools open={open} title={title} />
      </SideList>
      <div
        data-region
        id="questions"
        tabIndex={-1}
        className="outline-none min-w-0 lg:col-start-2 lg:row-start-1 lg:overflow-auto px-6 max-sm:px-4 pt-5 pb-8 max-lg:pb-4 bg-canvas"
      >
        <SectionHead open={open} />
        <LateQuestions open={open} />
        <LateStrayAnswers engine={engine} />
        <Questions engine={engine} onPasted={onPasted} onComment={onComment} />
      </div>
      {report !== null && (
        <Late code={sectionParts}>
          {({ PasteNotice }) => <PasteNotice outcome={report} onChange={setReport} />}
        </Late>
      )}
      <PrintSheet engine={engine} title={title} />
      <CellPanel engine={engine} address={address} />
      <BottomBar projectCode={projectCode} open={open} rows={rows} />
    </div>
  )
}

interface QuestionsProps extends Pick<OpenSection, 'engine'> {
  onPasted: (pasted: PasteOutcome) => void
  onComment: (key: string, text: string) => void
}

function Questions({ engine, onPasted, onComment }: QuestionsProps) {
  const isDone = useStatus(engine, status => isSectionDone(status.sectionStatus))
  return engine.model.cells.size === 0 ? (
    <EmptyNotice
      title="There are no questions in this section"
      text={withTerms('None of its questions apply to this {submission}.')}
    />
  ) : (
    <>
      <SkipLink to="next-steps">Skip to saving and next steps</SkipLink>
      {/* Keyed, so that every field is locked or opened at once. */}
      <SectionForm
        key={isDone ? 'done' : 'open'}
        engine={engine}
        onPasted={onPasted}
        onComment={onComment}
        aside={showLastFiguresSwitch}
      />
      <Late code={sectionParts}>{({ CellLegend }) => <CellLegend engine={engine} />}</Late>
    </>
  )
}

/** A skeleton of the page. */
function SectionSkeleton() {
  return (
    <div className={SECTION_FRAME} aria-busy="true">
      <div className="bg-surface border-0 border-r border-solid border-line p-4">
        <SkeletonLines lines={6} label="Loading the section" />
      </div>
      <div className="px-6 max-sm:px-4 pt-5">
        <h1>
          <HeadingSkeleton />
        </h1>
        <Skeleton className="h-4 w-96 max-w-full mt-3" />
        <Skeleton className="h-72 w-full mt-8" />
      </div>
      <div className="bg-surface border-0 border-l border-solid border-line p-4" />
      <div className="col-span-full bg-surface border-0 border-t border-solid border-line" />
    </div>
  )
}

/** Prints the form that the address asks for, after this render: laying the form out renders once more. */
function usePrintOnArrival({ projectName, periodName }: WorkbookTitle): void {
  const hasTitle = projectName !== '' && periodName !== ''
  useEffect(() => {
    if (hasTitle) printOnArrival()
  }, [hasTitle])
}
