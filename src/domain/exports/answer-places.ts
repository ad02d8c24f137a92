// The places of a questionnaire's answers in the order of its pages, each with the codes that name it in files.

import type { Question } from '#contract/questionnaires.ts'
import { cellKey, type CellAddress } from '#domain/answers/cell-address.ts'
import { isHeading } from '#domain/answers/question-types.ts'
import { groupBy } from '#lib/group-by.ts'
import { distinctCodes, partCodes } from './part-codes.ts'

interface StoredPart {
  name: string
  is_active: boolean
}

/** A questionnaire as it is stored: parts in their order, retired ones too. */
export interface StoredQuestionnaire {
  sections: readonly (StoredPart & { section_id: number })[]
  subSections: readonly (StoredPart & { section_id: number; sub_section_id: number; is_repeating: boolean })[]
  rows: readonly (StoredPart & { sub_section_id: number; row_id: number })[]
  columns: readonly (StoredPart & { sub_section_id: number; column_id: number })[]
  memberships: readonly (CellAddress & { sub_section_id: number })[]
  questions: ReadonlyMap<number, CodedQuestion>
}

/** A question as files describe it. */
export interface CodedQuestion extends Pick<
  Question,
  'question_id' | 'question_text' | 'question_type' | 'unit' | 'decimal_places' | 'option_list'
> {
  code: string
  is_active: boolean
}

/** A part's code in files, and its name on screen. */
export interface CodedPart {
  code: string
  name: string
}

/** One cell; in a repeating sub-section, one for all its rows. */
export interface CodedCell {
  address: CellAddress
  question: CodedQuestion
  section: CodedPart & { section_id: number }
  subSection: CodedPart & { sub_section_id: number; is_repeating: boolean }
  /** Null outside grids, and where rows repeat. */
  row: CodedPart | null
  column: CodedPart | null
  /** Its column in the wide layout. */
  heading: string
  isInUse: boolean
}

const codeParts = <P extends StoredPart>(parts: readonly P[]): (P & CodedPart)[] => {
  const codes = partCodes(parts.map(({ name, is_active }) => ({ name, isActive: is_active })))
  return parts.map((part, index) => ({ ...part, code: codes[index] ?? '' }))
}

const codeWithin = <P extends StoredPart>(parts: readonly P[], parentOf: (part: P) => number) =>
  [...groupBy(parts, parentOf).values()].flatMap(codeParts)

/** All places, each answer's once: a cell that stands in two sections has one answer. */
export function answerPlaces(stored: StoredQuestionnaire): CodedCell[] {
  const sections = codeParts(stored.sections)
  const subSections = codeWithin(stored.subSections, part => part.section_id)
  const rows = codeWithin(stored.rows, part => part.sub_section_id)
  const columns = codeWithin(stored.columns, part => part.sub_section_id)
  const rowsById = new Map(rows.map(row => [row.row_id, row]))
  const columnsById = new Map(columns.map(column => [column.column_id, column]))
  const members = groupBy(stored.memberships, part => part.sub_section_id)
  const places = new Map<string, Omit<CodedCell, 'heading'>>()
  for (const section of sections)
    for (const subSection of subSections.filter(part => part.section_id === section.section_id))
      for (const { question_id, row_id, column_id } of members.get(subSection.sub_section_id) ?? []) {
        const question = stored.questions.get(question_id)
        if (question === undefined || isHeading(question)) continue
        const row = rowsById.get(row_id) ?? null
        const column = columnsById.get(column_id) ?? null
        const parts = [section, subSection, question, row, column]
        const address = { question_id, row_id, column_id }
        const key = cellKey(address)
        const isInUse = parts.every(part => part?.is_active !== false)
        // A cell that moved is also in the retired part that it has left.
        if (isInUse ? places.get(key)?.isInUse !== true : !places.has(key))
          places.set(key, { address, question, section, subSection, row, column, isInUse })
      }
  return withHeadings([...places.values()])
}

function withHeadings(places: readonly Omit<CodedCell, 'heading'>[]): CodedCell[] {
  const headings = distinctCodes(
    places.map(({ question, row, column, subSection }) =>
      [
        question.code,
        subSection.is_repeating ? undefined : row?.code,
        subSection.is_repeating ? undefined : column?.code
      ]
        .filter(part => part !== undefined)
        .join('.')
    )
  )
  return places.map((place, index) => ({ ...place, heading: headings[index] ?? '' }))
}

export interface PlacedAddress {
  place: CodedCell
  /** The number of a repeating row; null where rows do not repeat. */
  row: number | null
  /** Position among the answers of a submission: rows of a repeating sub-section stay together. */
  order: readonly [place: number, row: number, placeInRow: number]
}

/** Finds the places of answers; null for a cell that has no place any more. */
export function placeFinder(places: readonly CodedCell[]): (address: CellAddress) => PlacedAddress | null {
  const positions = new Map(places.map((place, at) => [cellKey(place.address), { place, at }]))
  const starts = new Map<number, number>()
  places.forEach(({ subSection: { sub_section_id } }, at) => {
    if (!starts.has(sub_section_id)) starts.set(sub_section_id, at)
  })
  return address => {
    const fixed = positions.get(cellKey(address))
    if (fixed && !fixed.place.subSection.is_repeating)
      return { place: fixed.place, row: null, order: [fixed.at, 0, 0] }
    const repeated = positions.get(cellKey({ ...address, row_id: 0 }))
    if (address.row_id === 0 || !repeated?.place.subSection.is_repeating) return null
    const { place, at } = repeated
    const start = starts.get(place.subSection.sub_section_id) ?? at
    return { place, row: address.row_id, order: [start, address.row_id, at] }
  }
}

export const compareAddresses = ({ order: one }: PlacedAddress, { order: other }: PlacedAddress): number =>
  one[0] - other[0] || one[1] - other[1] || one[2] - other[2]
