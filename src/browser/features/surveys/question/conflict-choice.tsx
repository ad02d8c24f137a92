import { useStore } from '@nanostores/react'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import type { Conflict } from '#browser/section/state/cell-state.ts'
import type { CellModel, TableModel } from '#browser/section/state/model.ts'
import { formatAnswer, respondentTexts } from '#browser/section/state/read-answer.ts'
import { chooseVersion } from '#browser/section/sync/user-decisions.ts'
import { Button } from '#browser/ui/button.tsx'

/** Cells of a grid that were answered in two windows. The grid itself has no room for the choice. */
export function GridConflicts({ engine, table }: { engine: SectionEngine; table: TableModel }) {
  useStore(engine.$status)
  const cells = engine.keysOf('conflict').flatMap(key => engine.model.cells.get(key) ?? [])
  return cells
    .filter(cell => cell.table === table)
    .map(cell => {
      const { conflict } = engine.store.get(cell.key)
      return (
        conflict && <SurveyConflictChoice key={cell.key} engine={engine} cell={cell} conflict={conflict} />
      )
    })
}

/** The same case is open twice: nothing is overwritten until the respondent has chosen. */
export function SurveyConflictChoice({
  engine,
  cell,
  conflict
}: {
  engine: SectionEngine
  cell: CellModel
  conflict: Conflict
}) {
  const other = formatAnswer(cell, conflict.theirs, respondentTexts)
  return (
    <p className="flex flex-wrap items-center gap-2 mt-2 text-small">
      <span>
        {cell.table.kind === 'grid' && `${cell.name}. `}In another window:{' '}
        {other === '' ? 'no answer' : `“${other}”`}.
      </span>
      <Button size="s" onClick={() => chooseVersion(engine, cell.key, 'mine')}>
        Keep the answer above
      </Button>
      <Button size="s" onClick={() => chooseVersion(engine, cell.key, 'theirs')}>
        Use the other answer
      </Button>
    </p>
  )
}
