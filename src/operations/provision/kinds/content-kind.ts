// What a kind of thing is: its table, what names it, and the fields that its files have.

import type { KindField } from '#operations/provision/fields.ts'

/** In the order in which new rows are written: each after what it refers to. */
export const contentKindNames = [
  'time_periods',
  'filters',
  'filter_options',
  'organisations',
  'organisation_filter_options',
  'projects',
  'project_periods',
  'scopes',
  'project_contacts',
  'project_abouts',
  'documents',
  'questions',
  'question_options',
  'questionnaires',
  'questionnaire_scopes',
  'questionnaire_periods',
  'sections',
  'sub_sections',
  'sub_section_rows',
  'sub_section_columns',
  'question_memberships',
  'project_guidances',
  'guidance_questions',
  'collections',
  'charts',
  'chart_groups',
  'chart_group_memberships',
  'chart_parameters',
  'peer_groups'
] as const
export type KindName = (typeof contentKindNames)[number]

export interface ContentKind {
  /** For people: "2 new sections". */
  word: string
  /** What editors say of a list of them in a file. */
  list?: string
  /** Its own id; kinds without one join others, and are found by what they join. */
  id?: string
  parent?: { kind: KindName; column: string; isOptional?: true }
  /** What tells it from others of the same parent: columns of its own or of what it refers to. */
  key: readonly string[]
  fields: Record<string, KindField>
  /** Columns that name another row; in files it is named by its key. */
  refs?: Record<string, KindReference>
  /** The lists of its own that it has in its file. */
  children?: Record<string, KindName>
  /** Two may have one name; then they are told apart by their order. */
  mayRepeat?: true
  /** Its place in the list of its file is kept in display_order. */
  isOrdered?: true
  /** In files a plain text, because it has nothing but its name. */
  isText?: true
  hasVersion?: true
  /** Its key identifies it: a changed key means a different item. */
  hasFixedName?: true
  /** What is written with a new row, and tells rows of this kind from others in its table. */
  constants?: Record<string, string>
  /** What happens to a row that the files no longer have. */
  gone: 'retire' | 'remove' | 'keep'
  /** Rows that hold one back from removal: they have the same columns. */
  usedBy?: readonly { table: string; columns: readonly string[]; word: string }[]
}

export interface KindReference {
  kind: KindName
  /** What editors say of it; nothing where the list holds the names alone. */
  description?: string
  /** The row that both belong to; the programme without it. */
  within?: KindName
  /** What stands for none: null, or 0 in cells. */
  none?: 0
  isRequired?: true
  /** A row or column of the grid that a question stands in (place.ts). */
  isOfGrid?: true
}

export const period: KindReference = {
  kind: 'time_periods',
  description: 'The name of a period in programme.json.'
}
export const question: KindReference = {
  kind: 'questions',
  within: 'projects',
  isRequired: true,
  description: 'The code of a question.'
}
const gridDescriptions = {
  row: 'The name of a row of the grid.',
  column: 'The name of a column of the grid.'
}
/** A row or column of a grid; none is 0. */
export const inGrid = (
  axis: 'row' | 'column',
  where: Pick<KindReference, 'within' | 'isOfGrid'>
): KindReference => ({
  kind: `sub_section_${axis}s`,
  none: 0,
  description: gridDescriptions[axis],
  ...where
})
export const projectReference = (kind: KindName): KindReference => ({
  kind,
  within: 'projects',
  isRequired: true
})

/** The name of an item, if it can change; `was` beside it gives the former name. */
export function nameField({ id, key, fields, hasFixedName }: ContentKind): string | undefined {
  const [column, ...others] = key
  const isOwn = column !== undefined && others.length === 0 && Object.hasOwn(fields, column)
  return id !== undefined && isOwn && hasFixedName !== true ? column : undefined
}
