import { useStore } from '@nanostores/react'
import { useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { saveText } from '#browser/section/sync/save-text.ts'
import type { SectionStatusLine } from '#browser/section/sync/status-line.ts'
import { useStatus } from '#browser/section/sync/use-status.ts'
import { tableTools } from '#browser/section/table/form-events.ts'
import { $viewpoint } from '#browser/stores/viewpoint.ts'
import { Button, buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import {
  Check,
  ChevronLeft,
  ChevronRight,
  Cloud,
  CloudOff,
  TriangleAlert,
  Users,
  X,
  type IconPath
} from '#browser/ui/icons/icon-paths.ts'
import { Late } from '#browser/ui/late.tsx'
import type { Section } from '#contract/questionnaires.ts'
import {
  changeRefusal,
  lockOfSection,
  windowKindOf,
  type SectionAct
} from '#domain/questionnaires/section-changes.ts'
import { isSectionDone } from '#domain/questionnaires/section-work.ts'
import { paths } from '#programme/paths.ts'
import type { HubSectionRow } from './hub/section-rows.ts'
import { IssuePopover } from './issue-popover.tsx'
import type { SectionAddress } from './section-address.ts'
import type { OpenSection } from './section-loading.ts'
import { sectionParts } from './section-parts-chunk.ts'
import type { CompletionOutcome } from './signing/complete.ts'
import { goToIncomplete } from './signing/go-to-incomplete.ts'

interface BottomBarProps {
  projectCode: string
  open: OpenSection
  rows: HubSectionRow[]
}

/** The page's saving state, its issues, and the links to the neighbouring sections. */
export function BottomBar({ projectCode, open, rows }: BottomBarProps) {
  const { address, engine } = open
  const sections = rows.map(row => row.section)
  const sectionStatus = useStatus(engine, status => status.sectionStatus)
  const isEmpty = useStatus(engine, status => status.emptyReason !== null)
  const may = (act: SectionAct): boolean =>
    changeRefusal([act], {
      lock: lockOfSection(engine.model.section),
      status: sectionStatus,
      roleTypeId: $viewpoint.get().roleTypeId,
      isCellsOnly: windowKindOf(engine.model.section) === 'cells',
      isEmpty
    }) === null
  const at = sections.findIndex(section => section.section_id === address.sectionId)
  const isComplete = isSectionDone(sectionStatus)
  const signOffStep = (
    <Late code={sectionParts}>
      {({ SignOffStep }) => <SignOffStep projectCode={projectCode} open={open} rows={rows} />}
    </Late>
  )
  return (
    <section
      aria-label="Saving and next steps"
      data-region
      data-bar
      id="next-steps"
      tabIndex={-1}
      className="outline-none z-10 flex flex-wrap items-center gap-x-5 gap-y-2 lg:col-span-full lg:row-start-2 lg:flex-nowrap px-6 max-sm:px-4 max-lg:sticky max-lg:bottom-0 max-lg:py-2.5 media-short:max-lg:static bg-surface border-0 border-t border-solid border-line min-w-0"
    >
      <RangeSummary engine={engine} />
      <SectionSavingState engine={engine} />
      <IssuePopover engine={engine} kind="error" icon={X} tone="text-bad" words={() => 'invalid'} />
      <IssuePopover
        engine={engine}
        kind="warning"
        icon={TriangleAlert}
        tone="text-warn"
        words={() => 'to check'}
      />
      <IssuePopover
        engine={engine}
        kind="conflict"
        icon={Users}
        tone="text-warn"
        words={count => (count === 1 ? 'waits for your choice' : 'wait for your choice')}
      />
      {/* In small windows the ways on stand on a line of their own. */}
      <span className="flex-1 max-lg:h-0 max-lg:basis-full" />
      <SectionLink projectCode={projectCode} address={address} section={sections[at - 1]} side="previous" />
      <SectionLink
        projectCode={projectCode}
        address={address}
        section={at < 0 ? undefined : sections[at + 1]}
        side="next"
      />
      {!isComplete && signOffStep}
      {isComplete ? (
        <Late code={sectionParts}>
          {({ MarkedComplete }) => (
            <MarkedComplete engine={engine} address={address} canReopen={may('reopen')} next={signOffStep} />
          )}
        </Late>
      ) : (
        may('complete') && (
          <>
            {may('declare') && (
              <Late code={sectionParts}>{({ NothingToReport }) => <NothingToReport open={open} />}</Late>
            )}
            <MarkComplete engine={engine} address={address} />
          </>
        )
      )}
    </section>
  )
}

/** What the selected cells add up to. Their announcement is the table's. */
function RangeSummary({ engine }: { engine: SectionEngine }) {
  const range = useStore(engine.$range)
  // Whoever has selected a range has its code.
  const text = useStatus(engine, () => tableTools.loaded()?.rangeSummary(engine.store, range) ?? '')
  if (text === '') return null
  return (
    <p className="px-2.5 leading-7 rounded bg-brand-tint text-brand-text text-small font-medium tabular-nums whitespace-nowrap max-lg:whitespace-normal">
      {text}
    </p>
  )
}

function SectionSavingState({ engine }: { engine: SectionEngine }) {
  // Field by field, because the status changes with every key and its words seldom do.
  const text = useStatus(engine, status => saveText(status).text, true)
  const tone = useStatus(engine, status => saveText(status).tone, true)
  const action = useStatus(engine, status => saveText(status).action, true)
  const hasAnswers = useStatus(engine, ({ unsaved, strays }) => unsaved + strays.length > 0)
  // Who can change nothing has nothing saved; answers from before the lock are told of.
  if (engine.isLocked && !hasAnswers) return null
  const icon: IconPath = tone === 'calm' ? Check : tone === 'working' ? Cloud : CloudOff
  return (
    <div
      className={`flex items-center gap-2 text-small min-w-0 ${tone === 'stopped' ? 'text-bad' : 'text-ink-2'}`}
    >
      <Icon of={icon} />
      <span role="group" aria-label="Saving" className="cut max-lg:whitespace-normal" title={text}>
        {text}
      </span>
      <Late code={sectionParts}>
        {({ SaveAnnouncement }) => <SaveAnnouncement text={text} tone={tone} />}
      </Late>
      {action !== null && (
        <Button size="s" onClick={() => engine.sendNow()}>
          {action}
        </Button>
      )}
    </div>
  )
}

interface NeighbourProps {
  projectCode: string
  address: SectionAddress
  section: Section | undefined
  side: 'previous' | 'next'
}

function SectionLink({ projectCode, address, section, side }: NeighbourProps) {
  if (section === undefined) return null
  return (
    <Link
      href={paths.section(projectCode, address.questionnaireId, address.submissionId, section.section_id)}
      title={`${side === 'previous' ? 'Previous' : 'Next'} section: ${section.section_name}`}
      className={`${buttonClass({ kind: 'quiet', size: 's' })} min-w-0 max-w-48 max-lg:border-line-strong!`}
    >
      {side === 'previous' && <Icon of={ChevronLeft} />}
      <span className="sr-only">{side === 'previous' ? 'Previous section:' : 'Next section:'}</span>
      <span className="cut max-sm:sr-only">{section.section_name}</span>
      {side === 'next' && <Icon of={ChevronRight} />}
    </Link>
  )
}

const NOTHING_WRONG: CompletionOutcome = { goTo: null, error: null }
/** The code for it could not be loaded. */
const NOT_SENT: CompletionOutcome = { goTo: null, error: 'Check your connection and try again.' }

function MarkComplete({ engine, address }: { engine: SectionEngine; address: SectionAddress }) {
  const [told, setTold] = useState<CompletionOutcome & { remaining?: string | undefined }>(NOTHING_WRONG)
  // What was said holds until something else is left to do. Whoever has been told has the code.
  const readRemaining = (status: SectionStatusLine) => sectionParts.loaded()?.incompleteText(status)
  const remaining = useStatus(engine, readRemaining)
  const { error } = told
  if (error !== null && remaining !== told.remaining) setTold(NOTHING_WRONG)
  const errorId = useId()
  const message = useRef<HTMLSpanElement>(null)
  const complete = async () => {
    setTold(NOTHING_WRONG)
    const code = await sectionParts.load().catch(() => null)
    const outcome = (await code?.completeSection(engine, address)) ?? NOT_SENT
    setTold({ ...outcome, remaining: readRemaining(engine.$status.get()) })
    if (outcome.goTo !== null) goToIncomplete(engine, outcome.goTo)
    else if (outcome.error !== null) message.current?.focus()
  }
  return (
    <>
      {/* Always rendered, so that it can take focus as soon as it has content. */}
      <span
        ref={message}
        id={errorId}
        role="alert"
        tabIndex={-1}
        className="min-w-0 text-small text-bad outline-none empty:hidden"
      >
        {error !== null && `Not marked complete: ${error}`}
      </span>
      <Button
        kind="main"
        size="s"
        className="max-lg:ml-auto"
        onClick={complete}
        aria-describedby={error === null ? undefined : errorId}
      >
        Mark complete
      </Button>
    </>
  )
}
