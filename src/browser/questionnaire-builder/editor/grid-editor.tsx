import { addColumn, addSubSectionRow, orderParts } from '#browser/questionnaire-builder/changes.ts'
import {
  isActive,
  orderWithHidden,
  type BuiltMembership,
  type BuiltSubSection,
  type PartRef
} from '#browser/questionnaire-builder/parts.ts'
import type { BuilderSelection } from '#browser/questionnaire-builder/selection.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { GripVertical } from '#browser/ui/icons/rare-icon-paths.ts'
import { countOf } from '#lib/format.ts'
import { AddField } from './add-field.tsx'
import { GridEditorCell } from './grid-cell.tsx'
import { useReorder } from './reorder.ts'
import type { SubSectionProps } from './section-props.ts'

/** The name of a row or column, which opens its settings and is what it is moved by. */
function NameButton({ part, name, selection }: { part: PartRef; name: string; selection: BuilderSelection }) {
  return (
    <button
      type="button"
      aria-pressed={selection.part?.kind === part.kind && selection.part.id === part.id}
      onClick={() => selection.go(part)}
      className="flex items-center gap-1.5 w-full min-h-9 px-2 py-1.5 border-0 bg-transparent text-left text-ink hover:bg-brand-tint aria-pressed:bg-brand-tint aria-pressed:text-brand-text aria-pressed:font-medium"
    >
      <Icon of={GripVertical} size={12} className="text-ink-3 cursor-grab" />
      <span className="break-words min-w-0">{name}</span>
    </button>
  )
}

const EDITOR_EDGE = 'border border-solid border-line'

/** A grid: names open rows and columns, a cell opens its question or accepts a new one. */
export function GridEditor(props: SubSectionProps) {
  const { structure, subSection, selection } = props
  const { sub_section_id: id, is_repeating } = subSection
  const rows = gridRows(subSection)
  const columns = subSection.columns.filter(isActive)
  const order = useGridOrder(structure.questionnaire.questionnaire_id, subSection)
  const membershipIn = (row: number, column: number): BuiltMembership | undefined =>
    subSection.memberships.find(one => one.row_id === row && one.column_id === column)
  const cells = rows.flatMap(row => columns.map(column => membershipIn(row.row_id, column.column_id)))
  return (
    <div className="grid gap-2">
      <div className="overflow-x-auto">
        <table aria-label={subSection.sub_section_name} className="border-collapse bg-surface text-small">
          <thead>
            <tr>
              <th scope="col" className={`${EDITOR_EDGE} bg-sunken min-w-44`}>
                <span className="sr-only">Row</span>
              </th>
              {columns.map(column => (
                <th
                  key={column.column_id}
                  scope="col"
                  {...order.columns(column.column_id)}
                  className={`${EDITOR_EDGE} bg-sunken p-0 font-normal data-[over=true]:bg-brand-tint`}
                >
                  <NameButton
                    part={{ kind: 'column', id: column.column_id }}
                    name={column.column_name}
                    selection={selection}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.row_id}>
                <th
                  scope="row"
                  {...(is_repeating ? {} : order.rows(row.row_id))}
                  className={`${EDITOR_EDGE} bg-sunken p-0 text-left font-normal data-[over=true]:bg-brand-tint`}
                >
                  {is_repeating ? (
                    <span className="block px-2 py-1.5 text-ink-2">{row.row_name}</span>
                  ) : (
                    <NameButton
                      part={{ kind: 'row', id: row.row_id }}
                      name={row.row_name}
                      selection={selection}
                    />
                  )}
                </th>
                {columns.map(column => (
                  <td key={column.column_id} className={`${EDITOR_EDGE} p-0 h-9 min-w-20`}>
                    <GridEditorCell
                      {...props}
                      membership={membershipIn(row.row_id, column.column_id)}
                      row={row}
                      column={column}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="flex flex-wrap gap-2">
        {!is_repeating && <AddField what="row" name="row_name" onAdd={name => addSubSectionRow(id, name)} />}
        <AddField what="column" name="column_name" onAdd={name => addColumn(id, name)} />
      </div>
      <EmptyCells count={cells.filter(cell => cell === undefined).length} />
    </div>
  )
}

/** The rows of a grid, or the one row that represents all repeating ones. */
const gridRows = ({ is_repeating, rows }: BuiltSubSection): { row_id: number; row_name: string }[] =>
  is_repeating ? [{ row_id: 0, row_name: 'Each row that a respondent adds' }] : rows.filter(isActive)

function EmptyCells({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="text-small text-ink-2">
      {countOf(count, 'cell')} {count === 1 ? 'has' : 'have'} no question. Respondents see{' '}
      {count === 1 ? 'it' : 'them'} greyed out.
    </p>
  )
}

/** Moves rows up and down, and columns left and right. */
function useGridOrder(questionnaireId: number, { sub_section_id: within, rows, columns }: BuiltSubSection) {
  const all = { row: rows.map(one => one.row_id), column: columns.map(one => one.column_id) }
  const save = (part: 'row' | 'column') => (shown: number[]) =>
    orderParts(questionnaireId, { part, within, order: orderWithHidden(all[part], shown) }, all[part])
  const byRow = useReorder({
    ids: rows.filter(isActive).map(one => one.row_id),
    direction: 'vertical',
    onOrder: save('row')
  })
  const byColumn = useReorder({
    ids: columns.filter(isActive).map(one => one.column_id),
    direction: 'horizontal',
    onOrder: save('column')
  })
  return { rows: byRow.propsOf, columns: byColumn.propsOf }
}
