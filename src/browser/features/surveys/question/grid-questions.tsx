import type { SectionEngine } from '#browser/section/section-engine.ts'
import type { TableModel } from '#browser/section/state/model.ts'
import { Grid, RowLimit } from '#browser/section/table/grid.tsx'
import { GridConflicts } from './conflict-choice.tsx'

interface GridQuestionsProps {
  engine: SectionEngine
  table: TableModel
  label: string
}

/** Questions in rows and columns, which scroll in themselves. */
export function GridQuestions({ engine, table, label }: GridQuestionsProps) {
  return (
    <div className="my-5.5">
      <div className="overflow-x-auto">
        <Grid engine={engine} table={table} label={label} />
      </div>
      <RowLimit table={table} />
      <GridConflicts engine={engine} table={table} />
    </div>
  )
}
