// Finds parts in a questionnaire's structure, and names them.

import type { Structure } from '#contract/questionnaire-structures.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { numberDuplicateNames, type NamedCell } from '#domain/formulas/named-expression.ts'
import { countOf } from '#lib/format.ts'
import { groupBy } from '#lib/group-by.ts'

export type BuiltQuestionnaire = Structure['questionnaire']
export type BuiltSection = Structure['sections'][number]
export type BuiltSubSection = BuiltSection['sub_sections'][number]
export type BuiltRow = BuiltSubSection['rows'][number]
export type BuiltColumn = BuiltSubSection['columns'][number]
export type BuiltMembership = BuiltSubSection['memberships'][number]
export type BuiltQuestion = Structure['questions'][number]

export type PartKind =
  | 'questionnaire'
  | 'section'
  | 'sub_section'
  | 'row'
  | 'column'
  | 'question'
  | 'membership'
export interface PartRef {
  kind: PartKind
  id: number
}

export const partKey = ({ kind, id }: PartRef): string => `${kind}-${id}`

/** Parses `row-12` from an address; null for anything else. */
export function partOfKey(text: string | null): PartRef | null {
  const [, kind, id] =
    /^(questionnaire|section|sub_section|row|column|question|membership)-(\d{1,15})$/.exec(text ?? '') ?? []
  return kind === undefined ? null : { kind: kind as PartKind, id: Number(id) }
}

const subSectionsOf = (structure: Structure): BuiltSubSection[] =>
  structure.sections.flatMap(section => section.sub_sections)

export const sectionAt = (structure: Structure, id: number): BuiltSection | undefined =>
  structure.sections.find(section => section.section_id === id)
export const subSectionAt = (structure: Structure, id: number): BuiltSubSection | undefined =>
  subSectionsOf(structure).find(one => one.sub_section_id === id)
export const questionAt = (structure: Structure, id: number): BuiltQuestion | undefined =>
  structure.questions.find(question => question.question_id === id)
export const membershipAt = (structure: Structure, id: number): BuiltMembership | undefined =>
  subSectionsOf(structure)
    .flatMap(one => one.memberships)
    .find(one => one.membership_id === id)

/** A structure as it would be without a part that was added; questions stay, also where no one asks them any more. */
export function withoutPart(structure: Structure, { kind, id }: PartRef): Structure {
  const keep = <P extends object>(of: PartKind, parts: readonly P[]): P[] =>
    of === kind ? parts.filter(part => (part as Record<string, unknown>)[`${kind}_id`] !== id) : [...parts]
  return {
    ...structure,
    sections: keep('section', structure.sections).map(section => ({
      ...section,
      sub_sections: keep('sub_section', section.sub_sections).map(one => ({
        ...one,
        rows: keep('row', one.rows),
        columns: keep('column', one.columns),
        memberships: keep('membership', one.memberships)
      }))
    }))
  }
}

export type BuiltPart =
  | BuiltQuestionnaire
  | BuiltSection
  | BuiltSubSection
  | BuiltRow
  | BuiltColumn
  | BuiltQuestion
  | BuiltMembership

/** The part on the server; undefined if it does not exist. */
export function partAt(structure: Structure, { kind, id }: PartRef): BuiltPart | undefined {
  switch (kind) {
    case 'questionnaire':
      return structure.questionnaire.questionnaire_id === id ? structure.questionnaire : undefined
    case 'section':
      return sectionAt(structure, id)
    case 'sub_section':
      return subSectionAt(structure, id)
    case 'row':
      return subSectionsOf(structure)
        .flatMap(one => one.rows)
        .find(row => row.row_id === id)
    case 'column':
      return subSectionsOf(structure)
        .flatMap(one => one.columns)
        .find(column => column.column_id === id)
    case 'question':
      return questionAt(structure, id)
    case 'membership':
      return membershipAt(structure, id)
  }
}

/** The sub-section that contains a part or is the part. */
export function subSectionOf(structure: Structure, { kind, id }: PartRef): BuiltSubSection | undefined {
  return subSectionsOf(structure).find(
    one =>
      (kind === 'sub_section' && one.sub_section_id === id) ||
      (kind === 'row' && one.rows.some(row => row.row_id === id)) ||
      (kind === 'column' && one.columns.some(column => column.column_id === id)) ||
      (kind === 'membership' && one.memberships.some(membership => membership.membership_id === id)) ||
      (kind === 'question' && one.memberships.some(membership => membership.question_id === id))
  )
}

/** The section that contains a part or is the part. */
export function sectionOf(structure: Structure, part: PartRef): BuiltSection | undefined {
  if (part.kind === 'section') return sectionAt(structure, part.id)
  const subSection = subSectionOf(structure, part)
  return structure.sections.find(section => section.sub_sections.some(one => one === subSection))
}

export const isActive = (part: { is_active: boolean }): boolean => part.is_active

/** Where a question stands, as it is called there: 'Day shift, Band 6', or its text in a list. */
function placementName(
  subSection: BuiltSubSection,
  membership: BuiltMembership,
  question: BuiltQuestion
): string {
  const row = subSection.rows.find(one => one.row_id === membership.row_id)?.row_name
  const column = subSection.columns.find(one => one.column_id === membership.column_id)?.column_name
  const place = [row, column].filter(name => name !== undefined)
  return place.length === 0 ? question.question_text : place.join(', ')
}

/** The places that no retired row or column hides. */
export function shownMemberships({ memberships, rows, columns }: BuiltSubSection): BuiltMembership[] {
  const rowIds = new Set([0, ...rows.filter(isActive).map(row => row.row_id)])
  const columnIds = new Set([0, ...columns.filter(isActive).map(column => column.column_id)])
  return memberships.filter(({ row_id, column_id }) => rowIds.has(row_id) && columnIds.has(column_id))
}

const isPlaceShown = ({ isShown }: { isShown: boolean }): boolean => isShown

/** The names that formulas of a section can use: each question in its place, and a question of many places as a whole. */
export function cellsOfSection(structure: Structure, section: BuiltSection): NamedCell[] {
  const places = section.sub_sections.filter(isActive).flatMap(subSection => {
    const shown = new Set(shownMemberships(subSection))
    return subSection.memberships.flatMap(membership => {
      const question = questionAt(structure, membership.question_id)
      return question?.is_active ? [{ subSection, membership, question, isShown: shown.has(membership) }] : []
    })
  })
  const byQuestion = groupBy(places, ({ question }) => question)
  const cells = places.filter(isPlaceShown).map(({ subSection, membership, question }): NamedCell => {
    // Formulas from before a row was retired still name their cells.
    const isOnly = byQuestion.get(question)?.length === 1
    const { question_id, row_id, column_id } = membership
    return {
      name: placementName(subSection, membership, question),
      reference: isOnly ? { question_id, row_id: null, column_id: null } : { question_id, row_id, column_id },
      options: typeOf(question).options === 'choices' ? question.option_list : [],
      hint: question.unit || subSection.sub_section_name
    }
  })
  const shared = [...byQuestion].flatMap(([question, own]): NamedCell[] =>
    own.length < 2 || !own.some(isPlaceShown)
      ? []
      : [
          {
            name: `All of ${question.question_text}`,
            reference: { question_id: question.question_id, row_id: null, column_id: null },
            options: [],
            hint: `${countOf(own.filter(isPlaceShown).length, 'cell')}, for sum(…)`
          }
        ]
  )
  return numberDuplicateNames([...cells, ...shared])
}

/** The same list with one entry moved to another place. */
export function moveEntry<T>(list: readonly T[], from: number, to: number): T[] {
  const entry = list[from]
  const at = Math.max(0, Math.min(list.length - 1, to))
  if (entry === undefined || from === at) return [...list]
  return list.toSpliced(from, 1).toSpliced(at, 0, entry)
}

/** An order of the visible entries, with hidden ones at their previous positions. */
export function orderWithHidden(all: readonly number[], shown: readonly number[]): number[] {
  const isShown = new Set(shown)
  const next = shown[Symbol.iterator]()
  return all.map(id => (isShown.has(id) ? (next.next().value ?? id) : id))
}
