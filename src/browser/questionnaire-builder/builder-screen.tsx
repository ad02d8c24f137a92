import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { useOffered } from '#browser/api/offered.ts'
import { PartLinks } from '#browser/editing/part-links.tsx'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { OutdatedNotice } from '#browser/ui/outdated-notice.tsx'
import { Skeleton, SkeletonLines } from '#browser/ui/skeleton.tsx'
import { createStructure, listStructures, type Structure } from '#contract/questionnaire-structures.ts'
import { BuilderBar } from './builder-bar.tsx'
import type { BuilderContext, QuestionnaireBuilderProps } from './builder-context.ts'
import {
  $structure,
  $structures,
  loadStructure,
  loadStructures,
  reloadAll,
  type StructureList
} from './builder.ts'
import { Outline } from './editor/outline.tsx'
import { SectionView } from './editor/section-view.tsx'
import { NewButton } from './new-button.tsx'
import { PartPanel } from './panel/part-panel.tsx'
import { QuestionnairePick } from './panel/questionnaire-pick.tsx'
import { isActive, partKey, sectionOf } from './parts.ts'
import { useBuilderSelection, type BuilderSelection } from './selection.ts'
import { useUnsaved } from './use-unsaved.ts'

const outlinedParts = [
  { id: 'builder-outline', label: 'Outline' },
  { id: 'builder-questions', label: 'Questions' },
  { id: 'builder-settings', label: 'Settings' }
]

const BUILDER_FRAME =
  'grid grid-cols-[minmax(0,1fr)] content-start lg:content-stretch min-h-[calc(100vh-104px)] lg:h-[calc(100vh-104px)] lg:grid-cols-[248px_minmax(0,1fr)_344px] 2xl:grid-cols-[272px_minmax(0,1fr)_376px]'

/** Builds the questionnaires of a project. Every field is saved on blur. */
export default function QuestionnaireBuilderScreen({ projectId, timePeriod }: QuestionnaireBuilderProps) {
  useUnsaved()
  const list = useStore($structures)
  const canCreate = useOffered(listStructures, createStructure)
  const selection = useBuilderSelection()
  const timePeriodId = timePeriod.id
  useEffect(() => void loadStructures({ projectId, timePeriodId }), [projectId, timePeriodId])
  const present = list.state === 'ready' ? list.value.questionnaires : []
  const wanted = selection.questionnaireId ?? firstOf(present, timePeriod.id)
  useEffect(() => {
    if (wanted !== null) void loadStructure(wanted)
  }, [wanted])
  if (list.state === 'loading') return <BuilderSkeleton />
  if (list.state === 'failed')
    return (
      <FailureNotice
        what="The questionnaires"
        failure={list}
        onRetry={() => loadStructures({ projectId, timePeriodId })}
        className="mt-16"
      />
    )
  const context = { projectId, timePeriod, list: list.value }
  if (wanted === null)
    return (
      <EmptyNotice
        className="mt-16"
        title="This project has no questionnaires"
        text={canCreate ? 'Create the first one from scratch or from a workbook.' : ''}
        action={<NewButton {...context} onMade={selection.open} isMain />}
      />
    )
  return <Open key={wanted} questionnaireId={wanted} selection={selection} {...context} />
}

/** The first that is asked in the period, or else the first of all. */
const firstOf = (list: StructureList['questionnaires'], timePeriodId: number): number | null =>
  (list.find(one => one.is_active && one.time_period_ids.includes(timePeriodId)) ?? list[0])
    ?.questionnaire_id ?? null

interface OpenProps extends BuilderContext {
  questionnaireId: number
  selection: BuilderSelection
}

function Open({ questionnaireId, selection, ...context }: OpenProps) {
  const structure = useStore($structure)
  if (structure.state === 'loading') return <BuilderSkeleton />
  if (structure.state === 'failed')
    return (
      <FailureNotice
        what="This questionnaire"
        failure={structure}
        onRetry={() => loadStructure(questionnaireId)}
        className="mt-16"
      />
    )
  return <ReadyBuilder structure={structure.value} selection={selection} {...context} />
}

function ReadyBuilder({
  structure,
  selection,
  ...context
}: BuilderContext & { structure: Structure; selection: BuilderSelection }) {
  const section =
    (selection.part && sectionOf(structure, selection.part)) ??
    structure.sections.find(isActive) ??
    structure.sections[0]
  const { content, settings } = useInView(selection)
  return (
    <div className={BUILDER_FRAME}>
      <PartLinks parts={outlinedParts} />
      <nav
        id="builder-outline"
        aria-label="Questionnaire"
        className="scroll-mt-10 bg-surface border-0 border-b lg:border-b-0 lg:border-r border-solid border-line overflow-y-auto py-3"
      >
        <QuestionnairePick structure={structure} selection={selection} {...context} />
        <Outline structure={structure} selection={selection} open={section} />
      </nav>
      <div
        id="builder-questions"
        ref={content}
        className="scroll-mt-10 overflow-auto px-4 sm:px-6 pb-8 bg-canvas"
      >
        <BuilderBar structure={structure} sectionId={section?.section_id ?? null} />
        <OutdatedNotice of={$structure} what="The questionnaire" onRetry={reloadAll} />
        <OutdatedNotice of={$structures} what="The list of questionnaires" onRetry={reloadAll} />
        {section === undefined ? (
          <EmptyNotice
            title="This questionnaire has no sections"
            text="Add one in the list. Respondents fill in a questionnaire section by section."
          />
        ) : (
          <SectionView structure={structure} section={section} selection={selection} {...context} />
        )}
      </div>
      <aside
        id="builder-settings"
        ref={settings}
        aria-label="Settings"
        className="scroll-mt-10 bg-surface border-0 border-t lg:border-t-0 lg:border-l border-solid border-line overflow-y-auto"
      >
        {/* What is asked or typed in it is about this part. */}
        <PartPanel
          key={partKey(
            selection.part ?? { kind: 'questionnaire', id: structure.questionnaire.questionnaire_id }
          )}
          structure={structure}
          selection={selection}
        />
      </aside>
    </div>
  )
}

/** Where the parts of the page are stacked, the selected one is scrolled into view. */
function useInView({ part }: BuilderSelection) {
  const content = useRef<HTMLDivElement>(null)
  const settings = useRef<HTMLElement>(null)
  const key = part && partKey(part)
  const shown = useRef(key)
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    const isBeside = matchMedia('(min-width: 1024px)').matches
    const target = key?.startsWith('section-') ? content : settings
    if (!isBeside) target.current?.scrollIntoView({ block: 'start' })
  }, [key])
  return { content, settings }
}

/** A skeleton of the page. */
function BuilderSkeleton() {
  return (
    <div className={BUILDER_FRAME} role="status" aria-busy="true" aria-label="Loading the questionnaire">
      <div className="bg-surface border-0 border-r border-solid border-line p-4">
        <SkeletonLines lines={6} label="Loading the sections" />
      </div>
      <div className="px-6 pt-5">
        <Skeleton className="h-7 w-56" />
        <Skeleton className="h-4 w-96 max-w-full mt-3" />
        <Skeleton className="h-72 w-full mt-8" />
      </div>
      <div className="bg-surface border-0 border-l border-solid border-line p-4" />
    </div>
  )
}
