// Defines a kind of content: its table, its key and its fields in files.

import type { ListLimit } from '#contract/list-limits.ts'
import type { KindField } from '#operations/provision/fields.ts'

/** In the order in which new rows are written: each kind after those that it refers to. */
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
  /** What editors show for a list of them in a file. */
  list?: string
  /** How many of them a list can have. */
  most?: ListLimit
  /** Its id column. A kind without one joins others and is identified by the rows that it joins. */
  id?: string
  parent?: { kind: KindName; column: string; isOptional?: true }
  /** Columns that identify it among the children of its parent: its own, or references. */
  key: readonly string[]
  fields: Record<string, KindField>
  /** Columns that refer to another row; files name it by its key. */
  refs?: Record<string, KindReference>
  /** The lists of its children in its file, by field. */
  children?: Record<string, KindName>
  /** Names may repeat; rows with the same name are distinguished by their order. */
  mayRepeat?: true
  /** display_order has its position in the list of its file. */
  isOrdered?: true
  /** A plain text in files, because it has only a name. */
  isText?: true
  hasVersion?: true
  /** It has no version of its own: a change is a new version of its parent, whose editor saves the whole list. */
  sharesVersion?: true
  /** The part of its key that is its name, if the key has other parts. */
  name?: string
  /** It cannot be renamed: another key means another row. */
  hasFixedName?: true
  /** Values that distinguish it from other rows of its table; written with each new row. */
  constants?: Record<string, string>
  /** What happens to a row that the files omit. */
  onRemoval: 'retire' | 'delete' | 'keep'
  /** Tables whose rows prevent a removal if they match it in these columns. */
  usedBy?: readonly { table: string; columns: readonly string[]; word: string }[]
}

export interface KindReference {
  kind: KindName
  /** What editors show for it; absent if the list contains only names. */
  description?: string
  /** The kind of the ancestor that both share; the programme without it. */
  within?: KindName
  /** What is stored for no reference: null without it, 0 in cells. */
  none?: 0
  isRequired?: true
  /** A row or column of the grid that contains a question (src/operations/provision/files/places.ts). */
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
export function nameField({ id, key, name, fields, hasFixedName }: ContentKind): string | undefined {
  const [column, ...others] = name === undefined ? key : [name]
  const isOwn = column !== undefined && others.length === 0 && Object.hasOwn(fields, column)
  return id !== undefined && isOwn && hasFixedName !== true ? column : undefined
}
