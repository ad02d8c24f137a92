import { addColumn, addSubSectionRow, orderParts } from '#browser/questionnaire-builder/changes.ts'
import {
  isActive,
  membershipAt,
  type BuiltMembership,
  type BuiltSubSection,
  type PartRef
} from '#browser/questionnaire-builder/parts.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import type { TableModel } from '#browser/section/state/model.ts'
import type { GridParts } from '#browser/section/table/grid-head.tsx'
import { Grid } from '#browser/section/table/grid.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Pencil } from '#browser/ui/icons/chart-icon-paths.ts'
import { TriangleAlert } from '#browser/ui/icons/icon-paths.ts'
import { GripVertical } from '#browser/ui/icons/rare-icon-paths.ts'
import { countOf } from '#lib/format.ts'
import { AddField } from './add-field.tsx'
import { GridEditorCell } from './grid-cell.tsx'
import { useReorder } from './reorder.ts'
import type { SubSectionProps } from './section-props.ts'
import { useGridCursor } from './use-grid-cursor.ts'

/** A dashed button along an edge of the grid: beside it, it adds a column; below it, a row. */
const RAIL = 'w-full border-dashed! border-line-strong! text-brand-text!'

interface NameButtonProps extends Pick<SubSectionProps, 'selection'> {
  part: PartRef
  name: string
  /** Whether the chosen cell is in it. */
  isOfChosen: boolean
  tabIndex: number
  drag: ReturnType<ReturnType<typeof useReorder>['propsOf']>
}

/** The name of a row or column, which opens its settings and is what it is moved by. */
function NameButton({ part, name, selection, isOfChosen, tabIndex, drag }: NameButtonProps) {
  const isChosen = selection.part?.kind === part.kind && selection.part.id === part.id
  const isMarked = isChosen || isOfChosen
  const isColumn = part.kind === 'column'
  return (
    <div {...drag} className="w-full h-full data-[over=true]:bg-brand-tint">
      <button
        type="button"
        tabIndex={tabIndex}
        aria-pressed={isChosen}
        data-chosen={isMarked || undefined}
        onClick={() => selection.go(part)}
        className="ring-inside flex items-center gap-1.5 w-full h-full min-h-[31px] px-2 py-1 border-0 bg-transparent text-left text-inherit hover:bg-brand-tint data-[chosen]:bg-brand-tint data-[chosen]:text-brand-text data-[chosen]:font-medium"
      >
        {isMarked && isColumn ? (
          <Icon of={Pencil} size={12} />
        ) : (
          <Icon of={GripVertical} size={12} className="text-ink-3 cursor-grab" />
        )}
        <span className={`flex-1 min-w-0 break-words ${isColumn ? 'text-right' : ''}`}>{name}</span>
        {isMarked && !isColumn && <Icon of={Pencil} size={12} />}
      </button>
    </div>
  )
}

type GridEditorProps = SubSectionProps & { engine: SectionEngine }

/** The grid of respondents: names open rows and columns, a cell opens its question or accepts a new one. */
export function GridEditor(props: GridEditorProps) {
  const { subSection, engine } = props
  const { sub_section_id: id, sub_section_name, is_repeating } = subSection
  const rows = gridRows(subSection)
  const columns = subSection.columns.filter(isActive)
  const order = useGridOrder(subSection)
  const cursor = useGridCursor({ rows: rows.length, columns: columns.length, hasRowNames: !is_repeating })
  const table = engine.model.tables.find(one => one.id === `grid-${id}`)
  const empty = rows.flatMap(row =>
    columns.filter(column => !findMembership(subSection, row.row_id, column.column_id))
  )
  return (
    <div className="grid gap-2">
      <div className="grid gap-1.5 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0 overflow-x-auto" {...cursor.handlers}>
          {table && (
            <Grid
              engine={engine}
              table={table}
              label={sub_section_name}
              parts={editableParts(props, table, order, cursor.tabIndexAt)}
            />
          )}
        </div>
        <AddField
          what="column"
          name="column_name"
          onAdd={name => addColumn(id, name)}
          buttonClass={`${RAIL} sm:[writing-mode:vertical-rl] sm:sticky sm:top-2 sm:w-8! sm:h-full! sm:max-h-[calc(100dvh-9rem)] sm:px-0!`}
        />
        {!is_repeating && (
          <AddField
            what="row"
            name="row_name"
            onAdd={name => addSubSectionRow(id, name)}
            buttonClass={`${RAIL} sm:justify-start!`}
          />
        )}
      </div>
      <EmptyCells count={empty.length} />
    </div>
  )
}

const findMembership = (
  { memberships }: BuiltSubSection,
  row: number,
  column: number
): BuiltMembership | undefined => memberships.find(one => one.row_id === row && one.column_id === column)

/** The buttons in place of the grid's names and answers. */
function editableParts(
  props: GridEditorProps,
  table: TableModel,
  order: ReturnType<typeof useGridOrder>,
  tabIndexAt: (row: number, column: number) => number
): GridParts {
  const { structure, subSection, selection } = props
  const { is_repeating, memberships } = subSection
  const rows = gridRows(subSection)
  const columns = subSection.columns.filter(isActive)
  const part = selection.part?.kind === 'membership' ? membershipAt(structure, selection.part.id) : undefined
  const chosen = part && memberships.includes(part) ? part : undefined
  return {
    // Narrower than respondents have it: the builder has a column on either side of the grid.
    leastName: 'min(152px, 40vw)',
    columnName: at => {
      const column = columns[at]
      return (
        column && (
          <NameButton
            part={{ kind: 'column', id: column.column_id }}
            name={column.column_name}
            selection={selection}
            isOfChosen={chosen?.column_id === column.column_id}
            tabIndex={tabIndexAt(-1, at)}
            drag={order.columns(column.column_id)}
          />
        )
      )
    },
    rowName: at => {
      const row = rows[at]
      if (row === undefined || is_repeating)
        return <span className="block px-3 py-1.5 text-ink-2">{row?.row_name}</span>
      return (
        <NameButton
          part={{ kind: 'row', id: row.row_id }}
          name={row.row_name}
          selection={selection}
          isOfChosen={chosen?.row_id === row.row_id}
          tabIndex={tabIndexAt(at, -1)}
          drag={order.rows(row.row_id)}
        />
      )
    },
    cell: (at, columnAt) => {
      const [row, column] = [rows[at], columns[columnAt]]
      return (
        row &&
        column && (
          <GridEditorCell
            key={column.column_id}
            {...props}
            cell={table.cells[at]?.[columnAt] ?? null}
            membership={findMembership(subSection, row.row_id, column.column_id)}
            row={row}
            column={column}
            at={columnAt}
            tabIndex={tabIndexAt(at, columnAt)}
          />
        )
      )
    }
  }
}

/** The rows of a grid, or the one row that represents all repeating ones. */
const gridRows = ({ is_repeating, rows }: BuiltSubSection): { row_id: number; row_name: string }[] =>
  is_repeating ? [{ row_id: 0, row_name: 'Each row' }] : rows.filter(isActive)

function EmptyCells({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="flex gap-1.5 text-small text-warn">
      <Icon of={TriangleAlert} size={14} className="mt-0.5" />
      <span>
        {countOf(count, 'cell')} {count === 1 ? 'has' : 'have'} no question. Respondents see{' '}
        {count === 1 ? 'it' : 'them'} greyed out.
      </span>
    </p>
  )
}

/** Moves rows up and down, and columns left and right. */
function useGridOrder({ sub_section_id: within, rows, columns }: BuiltSubSection) {
  const byRow = useReorder({
    ids: rows.filter(isActive).map(one => one.row_id),
    direction: 'vertical',
    onOrder: reorder => orderParts({ part: 'row', within }, reorder)
  })
  const byColumn = useReorder({
    ids: columns.filter(isActive).map(one => one.column_id),
    direction: 'horizontal',
    onOrder: reorder => orderParts({ part: 'column', within }, reorder)
  })
  return { rows: byRow.propsOf, columns: byColumn.propsOf }
}
