import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { usePageTitle } from '#browser/navigation/page-title.ts'
import { lockText } from '#browser/section/state/locks.ts'
import { useStatus } from '#browser/section/sync/use-status.ts'
import { CellLegend } from '#browser/section/table/legend.tsx'
import type { PasteOutcome } from '#browser/section/table/paste/paste-report.ts'
import { SectionForm } from '#browser/section/table/section-form.tsx'
import { StrayAnswers } from '#browser/section/table/stray-answers.tsx'
import type { WorkbookTitle } from '#browser/section/workbook/source.ts'
import { $session } from '#browser/stores/session.ts'
import { BarSlot } from '#browser/ui/bar-slot.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Lock, TriangleAlert } from '#browser/ui/icons/icon-paths.ts'
import { LateRichText } from '#browser/ui/late-rich-text.tsx'
import { Late } from '#browser/ui/late.tsx'
import { FailureNotice, EmptyNotice } from '#browser/ui/notice.tsx'
import { Skeleton, SkeletonLines, HeadingSkeleton } from '#browser/ui/skeleton.tsx'
import { SkipLink } from '#browser/ui/skip-link.tsx'
import { withTerms } from '#domain/projects/submission-word.ts'
import { isSectionDone, REOPEN_FIRST } from '#domain/questionnaires/section-work.ts'
import { preload } from '#lib/chunk.ts'
import { formatDay, formatTime } from '#lib/format.ts'
import { BottomBar } from './bottom-bar.tsx'
import { SubmissionPick } from './hub/submission-pick.tsx'
import { KeyboardHelp } from './keyboard-help.tsx'
import { CellPanel } from './panel/cell-panel.tsx'
import { PrintSheet, printForm } from './print-sheet.tsx'
import type { OpenSection } from './section-loading.ts'
import { sectionParts } from './section-parts-chunk.ts'
import { SectionTools } from './section-tools.tsx'
import { $openSection, $sectionRows, openSection, retrySection } from './section.ts'
import { SideList } from './side-list.tsx'
import { goToFirstIncomplete } from './signing/incomplete-popover.tsx'
import { useGuidance, useTitle } from './use-title.ts'

/** Admins act for any organisation, so its name stands above everything they can do on the page. */
function SubmissionOwner({ submission }: { submission: { name: string; organisation_name: string } | null }) {
  const { user } = useStore($session)
  if (!user?.isAdmin || submission === null) return null
  return (
    <p className="mt-0.5 text-small">
      <span className="text-ink-2">Entering for </span>
      <span className="font-semibold">{submission.organisation_name}</span>
      <span className="text-ink-2">, {submission.name}</span>
    </p>
  )
}

interface SectionScreenProps {
  projectCode: string
  questionnaireId: number
  submissionId: number
  sectionId: number
}

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

function ReadySection({ projectCode, open }: { projectCode: string; open: OpenSection }) {
  const { engine, address, questionnaire } = open
  const rows = useStore($sectionRows)
  const [report, setReport] = useState<PasteOutcome | null>(null)
  const onPasted = useCallback((pasted: PasteOutcome) => setReport(pasted), [])
  useEffect(() => {
    if (new URLSearchParams(location.search).get('go') === 'left') goToFirstIncomplete(engine)
  }, [engine])
  useEffect(() => preload(sectionParts), [])
  useGuidance()
  const title = useTitle(questionnaire)
  usePageTitle(engine.model.section.section_name, title.submissionName, title.projectName)
  usePrintOnArrival(title)
  const isDone = useStatus(engine, status => isSectionDone(status.sectionStatus))
  const sectionRows = rows.state === 'ready' ? rows.value : []
  return (
    <div className={SECTION_FRAME}>
      <BarSlot>
        <SubmissionPick projectCode={projectCode} selected={address.submissionId} />
      </BarSlot>
      <SkipLink to="questions">Skip to questions</SkipLink>
      <SideList
        projectCode={projectCode}
        address={address}
        title={questionnaire.questionnaire_name}
        rows={sectionRows}
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
        <StrayAnswers engine={engine} />
        {engine.model.cells.size === 0 ? (
          <EmptyNotice
            title="There are no questions in this section"
            text={withTerms('None of its questions apply to this {submission}.')}
          />
        ) : (
          <>
            <SkipLink to="next-steps">Skip to saving and next steps</SkipLink>
            {/* Keyed, so that every field is locked or opened at once. */}
            <SectionForm key={isDone ? 'done' : 'open'} engine={engine} onPasted={onPasted} />
            <div className="mt-3.5">
              <CellLegend engine={engine} />
            </div>
          </>
        )}
      </div>
      {report !== null && (
        <Late code={sectionParts}>
          {({ PasteNotice }) => <PasteNotice outcome={report} onChange={setReport} />}
        </Late>
      )}
      <PrintSheet engine={engine} title={title} />
      <CellPanel engine={engine} address={address} />
      <BottomBar
        projectCode={projectCode}
        address={address}
        engine={engine}
        sections={sectionRows.map(row => row.section)}
      />
    </div>
  )
}

function SectionHead({ open: { engine, questionnaire } }: { open: OpenSection }) {
  const { section } = engine.model
  const status = useStatus(engine, ({ sectionStatus }) => sectionStatus)
  const isDone = isSectionDone(status)
  // Being signed off is not the reason: reopening would change that.
  const lock = section.lock_reason === 'signed_off' ? null : section.lock_reason
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1 mb-3.5">
        <div className="flex-1 min-w-0 max-sm:basis-full">
          <h1>{section.section_name}</h1>
          <SubmissionOwner submission={questionnaire.submission} />
          {section.guidance_html !== '' && (
            <LateRichText
              html={section.guidance_html}
              className="text-small text-ink-2 mt-0.5 max-w-[66ch]"
            />
          )}
        </div>
        <KeyboardHelp />
      </div>
      {(lock !== null || isDone) && (
        <p
          role="note"
          className="flex items-center gap-2 mb-4 rounded-lg px-4 py-3 text-small bg-sunken border border-solid border-line"
        >
          <Icon of={Lock} />
          {lock === null && status === 'complete'
            ? REOPEN_FIRST
            : lockText(lock ?? 'signed_off', {
                opensAt: questionnaire.opens_at,
                closesAt: section.closes_at ?? questionnaire.closes_at
              })}
        </p>
      )}
      <ChangedAfterSignOff at={section.changed_after_sign_off_at ?? null} />
    </>
  )
}

function ChangedAfterSignOff({ at }: { at: string | null }) {
  if (at === null) return null
  return (
    <p
      role="note"
      className="flex items-center gap-2 mb-4 rounded-lg px-4 py-3 text-small bg-warn-tint border border-solid border-warn"
    >
      <Icon of={TriangleAlert} />
      The programme changed answers here after sign-off, last on {formatDay(at)} at {formatTime(at)}. They are
      marked until the lead signs off again.
    </p>
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

/** Prints the form that the address asks for, once: Back and a reload show the section alone. */
function usePrintOnArrival({ projectName, periodName }: WorkbookTitle): void {
  const hasTitle = projectName !== '' && periodName !== ''
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    const kind = query.get('print')
    if (!hasTitle || (kind !== 'blank' && kind !== 'filled')) return
    query.delete('print')
    navigate(query.size > 0 ? `${location.pathname}?${query}` : location.pathname, { replace: true })
    // After this render: laying the form out renders once more.
    setTimeout(() => printForm(kind))
  }, [hasTitle])
}
