// The closed lists of values that a caller can read, in display order.

import { ChartDirection } from '#contract/charts.ts'
import type { EnumName } from '#contract/enums.ts'
import { OutputName } from '#contract/output-names.ts'
import { ProjectStatus } from '#contract/projects.ts'
import { QuestionType } from '#contract/questionnaires.ts'
import { UserStatus } from '#contract/users.ts'
import { ROLE_TYPES } from '#domain/people/roles.ts'
import { CONTACT_ROLES } from './registration.ts'

const DOCUMENT_TYPES = ['guidance', 'definitions', 'report', 'template', 'minutes', 'data']

interface EnumEntry {
  id: number
  name: string
}

const numberNames = (names: readonly string[]): EnumEntry[] =>
  names.map((name, index) => ({ id: index + 1, name }))

const enumLists: Record<EnumName, () => EnumEntry[]> = {
  role_types: () => ROLE_TYPES.map(({ id, name }) => ({ id, name })),
  question_types: () => numberNames(QuestionType.options),
  contact_roles: () => CONTACT_ROLES.map(({ id, name }) => ({ id, name })),
  project_statuses: () => numberNames(ProjectStatus.options),
  output_types: () => numberNames(OutputName.options),
  document_types: () => numberNames(DOCUMENT_TYPES),
  user_statuses: () => numberNames(UserStatus.options),
  chart_directions: () => numberNames(ChartDirection.options)
}

export const enumEntries = (name: EnumName): EnumEntry[] => enumLists[name]()
