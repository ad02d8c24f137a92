// organisations.csv has one line per organisation and one column per filter. An option applies to all submissions of its organisation.

import * as v from 'valibot'
import { csvFile } from '#lib/csv.ts'
import { issueSentence } from '#lib/issue-sentence.ts'
import { closestName } from '#lib/text/similar-words.ts'
import { contentKinds } from '#operations/provision/content-kinds/registry.ts'
import {
  addContentRow,
  keyFor,
  nameOfKey,
  rowsUnder,
  type ContentTree,
  type FilePosition,
  type ContentRow
} from '#operations/provision/content.ts'
import { addNode, faultAt, listKey, type Desired } from '#operations/provision/desired.ts'
import type { Fault } from '#programme/faults/fault.ts'
import { readText } from '#programme/read-file.ts'
import { readCsv, type CsvLine } from './csv-lines.ts'
import { schemaOf } from './shapes.ts'

export const ORGANISATIONS_FILE = 'organisations.csv'
const ORGANISATION_COLUMNS = Object.keys(contentKinds.organisations.fields)

/** The faults of the file as a table; its columns depend on programme.json. */
export function faultsOfTable(folder: string): Fault[] {
  const read = readText(folder, ORGANISATIONS_FILE)
  return 'fault' in read ? [read.fault] : tableFaults(readCsv(read.text).faults)
}

const tableFaults = (faults: ReturnType<typeof readCsv>['faults']): Fault[] =>
  faults.map(({ line, message, hint }) => faultAt(placeAt(line), message, hint))

export function readOrganisations(folder: string, desired: Desired): void {
  const read = readText(folder, ORGANISATIONS_FILE)
  if ('fault' in read) {
    desired.faults.push(read.fault)
    return
  }
  const { head, lines, faults } = readCsv(read.text)
  desired.faults.push(...tableFaults(faults))
  if (head === undefined || faults.length > 0) return
  desired.lists.add(listKey('organisations', ''))
  const filters = [...desired.content.filters.keys()].map(nameOfKey)
  noteColumns(head, filters, desired)
  for (const filter of desired.content.filters.values())
    if (ORGANISATION_COLUMNS.includes(nameOfKey(filter.key)))
      desired.faults.push(
        faultAt(
          filter.place,
          `"${nameOfKey(filter.key)}" is a column of ${ORGANISATIONS_FILE}`,
          'give the filter another name'
        )
      )
  for (const [index, { line, cells }] of lines.entries()) {
    // A missing column keeps the stored values; an empty cell clears them.
    const cellOf = (name: string): string | undefined =>
      head.cells.includes(name) ? (cells[head.cells.indexOf(name)] ?? '') : undefined
    const key = addOrganisationLine(cellOf, line, index + 1, desired)
    for (const filter of filters) addOptions(desired, key, filter, cellOf(filter), line)
  }
}

/** An organisation's options of one filter are a list of their own, because each filter has its own column. */
export const listOfOptions = (organisation: string, filter: string): string =>
  listKey('organisation_filter_options', `${organisation} ${filter}`)

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

const placeAt = (line: number): FilePosition => ({ file: ORGANISATIONS_FILE, line })

function noteColumns({ line, cells }: CsvLine, filters: readonly string[], { faults }: Desired): void {
  for (const name of cells.filter(one => !ORGANISATION_COLUMNS.includes(one) && !filters.includes(one))) {
    const close = closestName(name, [...ORGANISATION_COLUMNS, ...filters])
    const known = `the columns are ${ORGANISATION_COLUMNS.join(', ')} and the filters of programme.json`
    faults.push(
      faultAt(placeAt(line), `unknown column "${name}"`, close ? `did you mean "${close}"?` : known)
    )
  }
  for (const name of REQUIRED_COLUMNS.filter(one => !cells.includes(one)))
    faults.push(faultAt(placeAt(line), `the column ${name} is missing`))
}

const REQUIRED_COLUMNS = ['organisation_code', 'organisation_name']
const schema = schemaOf('organisations')

function addOrganisationLine(
  cellOf: (name: string) => string | undefined,
  line: number,
  order: number,
  desired: Desired
): string {
  const written = ORGANISATION_COLUMNS.flatMap((name): [string, string][] => {
    const cell = cellOf(name)
    return cell === undefined ? [] : [[name, cell]]
  })
  for (const [name] of written.filter(([, cell]) => cell.includes('\n')))
    desired.faults.push(faultAt(placeAt(line), `${name} has several lines`, 'look for a stray or unclosed "'))
  const node = Object.fromEntries(
    written.map(([name, cell]) => [name, name === 'tier' ? (cell === '' ? 1 : Number(cell)) : cell])
  )
  for (const { path = [], ...issue } of v.safeParse(schema, node).issues ?? [])
    desired.faults.push(faultAt(placeAt(line), `${String(path[0]?.key)} ${issueSentence(issue)}`))
  return addNode(desired, 'organisations', node, '', { place: () => placeAt(line) }, [], order).key
}

function addOption(desired: Desired, parent: string, option: string, line: number): void {
  const place = placeAt(line)
  const kind = 'organisation_filter_options' as const
  const refs = { filter_option_id: option }
  addContentRow(desired.content, { kind, parent, values: {}, refs, order: 0, place, absent: new Set() })
}

/** Writes the file. Several options of one filter are lines of its cell. */
export function organisationsFile<R extends ContentRow>(content: ContentTree<R>): string {
  const filters = [...content.filters.keys()]
  const rows = [...content.organisations.values()].map(organisation => [
    ...ORGANISATION_COLUMNS.map(column => organisation.values[column] as string | number),
    ...filters.map(filter =>
      rowsUnder(content, 'organisation_filter_options', organisation.key)
        .map(({ refs }) => refs['filter_option_id'] ?? '')
        .filter(option => option.startsWith(`${filter}/`))
        .map(nameOfKey)
        .toSorted()
        .join('\n')
    )
  ])
  return csvFile([[...ORGANISATION_COLUMNS, ...filters.map(nameOfKey)], ...rows])
}
