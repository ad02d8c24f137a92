import { useStore } from '@nanostores/react'
import { useCallback, useEffect } from 'react'
import { $panelTab } from '#browser/features/data-collection/panel/panel-tab.ts'
import type { OpenSection } from '#browser/features/data-collection/section-loading.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { focusCell } from '#browser/section/table/cell-id.ts'
import { $queries, loadQueries, reloadQueries } from '#browser/stores/collection/queries.ts'
import { $project } from '#browser/stores/projects.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { CircleHelp } from '#browser/ui/icons/rare-icon-paths.ts'
import { FailureNotice } from '#browser/ui/notice.tsx'
import type { DataQuery } from '#contract/queries.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { questionsText } from '#domain/queries/questions-text.ts'
import { $sectionQueries } from './section-queries.ts'

/** Loads the section's queries, marks their cells and counts the open ones. */
export function QuestionsNote({ open: { engine, address } }: { open: OpenSection }) {
  const projectId = useStore($project)?.project_id
  const timePeriodId = useStore($selectedTimePeriod)?.id
  const { submissionId, sectionId } = address
  const load = useCallback(() => {
    if (projectId !== undefined && timePeriodId !== undefined)
      void loadQueries({ projectId, timePeriodId, submissionId })
  }, [projectId, timePeriodId, submissionId])
  useEffect(load, [load])
  useEffect(() => {
    const stop = $queries.subscribe(loaded => {
      const own = loaded.state === 'ready' ? loaded.value.queries : []
      $sectionQueries.set(
        own.filter(query => query.submission_id === submissionId && query.section_id === sectionId)
      )
    })
    return () => {
      stop()
      $sectionQueries.set([])
    }
  }, [submissionId, sectionId])
  const open = useStore($sectionQueries).filter(({ query_status }) => query_status === 'open')
  useMarkedCells(engine, open)
  const loaded = useStore($queries)
  const [first] = open
  const { open_query_count: count = 0 } = engine.model.section
  if (loaded.state === 'failed' && count > 0)
    return (
      <FailureNotice
        what="The questions from the programme"
        failure={loaded}
        onRetry={load}
        className="mb-4"
      />
    )
  if (first === undefined) return null
  return (
    <p
      role="note"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 mb-4 rounded-lg px-4 py-3 text-small bg-warn-tint text-warn"
    >
      <Icon of={CircleHelp} />
      <span className="font-medium">{questionsText(open.length)}</span>
      <span>{open.length === 1 ? 'Its cell is' : 'Their cells are'} marked with “?”.</span>
      <button type="button" className="text-button ml-auto" onClick={() => goToQuestion(first)}>
        Go to the first
      </button>
    </p>
  )
}

/** Focuses the cell of a query and opens the panel's tab “For you”. */
export function goToQuestion(query: DataQuery): void {
  $panelTab.set('for-you')
  focusCell(cellKey(query))
}

/** Marks the cells that are asked about. A saved correction answers, so then the queries are read again. */
function useMarkedCells({ store, model }: SectionEngine, open: readonly DataQuery[]): void {
  const keys = open
    .map(cellKey)
    .filter(key => model.cells.has(key))
    .join(' ')
  useEffect(() => {
    if (keys === '') return
    const stops = keys.split(' ').map(key => {
      store.set(key, { isAsked: true })
      let { version } = store.get(key)
      const stop = store.subscribe(key, () => {
        if (store.get(key).version === version) return
        ;({ version } = store.get(key))
        void reloadQueries()
      })
      return () => {
        stop()
        store.set(key, { isAsked: false })
      }
    })
    return () => {
      for (const stop of stops) stop()
    }
  }, [store, keys])
}
