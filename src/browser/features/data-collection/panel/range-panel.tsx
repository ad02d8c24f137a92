import { useCallback, useSyncExternalStore } from 'react'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import {
  cellsInRange,
  rangeName,
  rangeSize,
  rectangleOf,
  type CellRange
} from '#browser/section/state/cell-range.ts'
import { errorOf, warningOf } from '#browser/section/state/cell-state.ts'
import { isOpenCell } from '#browser/section/state/model.ts'
import type { FormerSum } from '#browser/section/state/range-figures.ts'
import { withCellUnit } from '#browser/section/state/read-answer.ts'
import { useStatus } from '#browser/section/sync/use-status.ts'
import { tableTools } from '#browser/section/table/form-events.ts'
import { isAnswered } from '#domain/answers/cell-rules.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { countOf } from '#lib/format.ts'
import { changeSince } from './figure-change.ts'

/** What the selected cells have in common. Their sum and mean are in the bottom bar. */
export function RangePanel({ engine, range }: { engine: SectionEngine; range: CellRange }) {
  const lines = useRangeLines(engine, range)
  const isLocked = useStatus(engine, () => engine.isLocked)
  const mark = (label: string, reason: 'isNotApplicable' | 'isNotAvailable') => (
    <button
      type="button"
      disabled={isLocked}
      className="btn btn-s"
      onClick={() => tableTools.loaded()?.markRange(engine, range, reason)}
    >
      {label}
    </button>
  )
  return (
    <>
      <p className="text-tiny text-ink-3">{countOf(rangeSize(rectangleOf(range)), 'cell')} selected</p>
      <h2>{rangeName(range)}</h2>
      {lines.length > 0 && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5 mt-3.5 text-small">
          {lines.map(([name, text]) => (
            <div key={name} className="contents">
              <dt className="text-ink-2">{name}</dt>
              <dd className="num">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <section className="mt-4.5 pt-3.5 border-0 border-t border-solid border-line">
        <h3 className="text-small! font-medium! mb-1.5">No figures?</h3>
        <div className="flex gap-2">
          {mark('Not applicable', 'isNotApplicable')}
          {mark('Not available', 'isNotAvailable')}
        </div>
      </section>
    </>
  )
}

type RangeLine = readonly [name: string, text: string]

/** Read again after each change of the section, and rendered when they differ. */
function useRangeLines(engine: SectionEngine, range: CellRange): readonly RangeLine[] {
  const subscribe = useCallback((listener: () => void) => engine.$status.listen(listener), [engine])
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(rangeLines(engine, range)))
  return JSON.parse(text) as RangeLine[]
}

function rangeLines({ store }: SectionEngine, range: CellRange): RangeLine[] {
  const states = cellsInRange(range)
    .filter(cell => isOpenCell(cell))
    .map(({ key }) => store.get(key))
    .filter(({ isHidden }) => !isHidden)
  const count = (name: string, cells: number): RangeLine[] => (cells === 0 ? [] : [[name, String(cells)]])
  return [
    // Whoever has selected a range has its code.
    ...sumLines(tableTools.loaded()?.formerSum(store, range) ?? null),
    ...count('Blank', states.filter(({ answer, text }) => !isAnswered(answer) && text === '').length),
    ...count('Invalid', states.filter(state => errorOf(state) !== null).length),
    ...count('To check', states.filter(state => warningOf(state) !== null).length)
  ]
}

function sumLines(sums: FormerSum | null): RangeLine[] {
  if (sums === null) return []
  const { cell, periodName, former, now, count } = sums
  const { figureText } = typeOf(cell.question)
  const change = changeSince(cell, now, former)
  return [
    ['Figures in both periods', String(count)],
    [`Sum ${periodName}`, withCellUnit(cell, figureText(former))],
    ['Sum now', withCellUnit(cell, figureText(now))],
    ...(change === null ? [] : [[`Since ${periodName}`, change] as const])
  ]
}
