// organisations.csv: a line for each organisation, a column for each filter that holds for all of its submissions.
import * as v from 'valibot'
import { closestName } from '#programme/did-you-mean.ts'
import { readText } from '#programme/read-file.ts'
import { csvFile } from '#lib/csv.ts'
import { readCsv, type CsvLine } from './csv-lines.ts'
import { addRow, keyFor, nameIn, rowsUnder, type Content, type Position, type Row } from './content.ts'
import { addNode, faultAt, listOf, type Desired } from './desired.ts'
import { sentenceOf } from './json-file.ts'
import { kinds } from './kinds.ts'
import { schemaOf } from './shapes.ts'

export const ORGANISATIONS = 'organisations.csv'
const columns = Object.keys(kinds.organisations.fields)

export function readOrganisations(folder: string, desired: Desired): void {
  const read = readText(folder, ORGANISATIONS)
  if ('fault' in read) {
    desired.faults.push(read.fault)
    return
  }
  const { head, lines, faults } = readCsv(read.text)
  desired.faults.push(...faults.map(({ line, message, hint }) => faultAt(placeAt(line), message, hint)))
  if (head === undefined || faults.length > 0) return
  desired.lists.add(listOf('organisations', ''))
  const filters = [...desired.content.filters.keys()].map(nameIn)
  noteColumns(head, filters, desired)
  for (const filter of desired.content.filters.values())
    if (columns.includes(nameIn(filter.key)))
      desired.faults.push(
        faultAt(
          filter.place,
          `"${nameIn(filter.key)}" is a column of ${ORGANISATIONS}`,
          'give the filter another name'
        )
      )
  for (const [index, { line, cells }] of lines.entries()) {
    // A missing column keeps the stored values; an empty cell clears them.
    const cellOf = (name: string): string | undefined =>
      head.cells.includes(name) ? (cells[head.cells.indexOf(name)] ?? '') : undefined
    const key = addOrganisation(cellOf, line, index + 1, desired)
    for (const filter of filters) addOptions(desired, key, filter, cellOf(filter), line)
  }
}

/** An organisation's options of one filter are a list of their own, because each filter has its own column. */
export const listOfOptions = (organisation: string, filter: string): string =>
  listOf('organisation_filter_options', `${organisation} ${filter}`)

function addOptions(
  desired: Desired,
  organisation: string,
  filter: string,
  cell: string | undefined,
  line: number
): void {
  if (cell === undefined) return
  const filterKey = keyFor('', 'filters', filter)
  desired.lists.add(listOfOptions(organisation, filterKey))
  for (const option of cell.split(/\s*\n\s*/).filter(text => text !== ''))
    addOption(desired, organisation, keyFor(filterKey, 'filter_options', option), line)
}

const placeAt = (line: number): Position => ({ file: ORGANISATIONS, line })

function noteColumns({ line, cells }: CsvLine, filters: readonly string[], { faults }: Desired): void {
  for (const name of cells.filter(one => !columns.includes(one) && !filters.includes(one))) {
    const close = closestName(name, [...columns, ...filters])
    const known = `the columns are ${columns.join(', ')} and the filters of programme.json`
    faults.push(
      faultAt(placeAt(line), `unknown column "${name}"`, close ? `did you mean "${close}"?` : known)
    )
  }
  for (const name of required.filter(one => !cells.includes(one)))
    faults.push(faultAt(placeAt(line), `the column ${name} is missing`))
}

const required = ['organisation_code', 'organisation_name']
const schema = schemaOf('organisations')

function addOrganisation(
  cellOf: (name: string) => string | undefined,
  line: number,
  order: number,
  desired: Desired
): string {
  const said = columns.flatMap((name): [string, string][] => {
    const cell = cellOf(name)
    return cell === undefined ? [] : [[name, cell]]
  })
  for (const [name] of said.filter(([, cell]) => cell.includes('\n')))
    desired.faults.push(faultAt(placeAt(line), `${name} has several lines`, 'look for a stray or unclosed "'))
  const node = Object.fromEntries(
    said.map(([name, cell]) => [name, name === 'tier' ? (cell === '' ? 1 : Number(cell)) : cell])
  )
  for (const { path = [], ...issue } of v.safeParse(schema, node).issues ?? [])
    desired.faults.push(faultAt(placeAt(line), `${String(path[0]?.key)} ${sentenceOf(issue)}`))
  return addNode(desired, 'organisations', node, '', { place: () => placeAt(line) }, [], order).key
}

function addOption(desired: Desired, parent: string, option: string, line: number): void {
  const place = placeAt(line)
  const kind = 'organisation_filter_options' as const
  const refs = { filter_option_id: option }
  addRow(desired.content, { kind, parent, values: {}, refs, order: 0, place, absent: new Set() })
}

/** Two options of one filter stand on two lines of the cell. */
export function organisationsFile<R extends Row>(content: Content<R>): string {
  const filters = [...content.filters.keys()]
  const rows = [...content.organisations.values()].map(organisation => [
    ...columns.map(column => organisation.values[column] as string | number),
    ...filters.map(filter =>
      rowsUnder(content, 'organisation_filter_options', organisation.key)
        .map(({ refs }) => refs['filter_option_id'] ?? '')
        .filter(option => option.startsWith(`${filter}/`))
        .map(nameIn)
        .toSorted()
        .join('\n')
    )
  ])
  return csvFile([[...columns, ...filters.map(nameIn)], ...rows])
}
