// The closed lists of values that a caller can read, in display order.
import { OutputName } from '#contract/chart-kinds.ts'
import { ChartDirection } from '#contract/charts.ts'
import type { EnumName } from '#contract/enums.ts'
import { ProjectStatus } from '#contract/projects.ts'
import { QuestionType } from '#contract/questionnaires.ts'
import { UserStatus } from '#contract/users.ts'
import { CONTACT_ROLES } from './registration.ts'
import { ROLE_TYPES } from '../people/roles.ts'

const DOCUMENT_TYPES = ['guidance', 'definitions', 'report', 'template', 'minutes', 'data']

interface Entry {
  id: number
  name: string
}

const numbered = (names: readonly string[]): Entry[] => names.map((name, index) => ({ id: index + 1, name }))

const lists: Record<EnumName, () => Entry[]> = {
  role_types: () => ROLE_TYPES.map(({ id, name }) => ({ id, name })),
  question_types: () => numbered(QuestionType.options),
  contact_roles: () => CONTACT_ROLES.map(({ id, name }) => ({ id, name })),
  project_statuses: () => numbered(ProjectStatus.options),
  output_types: () => numbered(OutputName.options),
  document_types: () => numbered(DOCUMENT_TYPES),
  user_statuses: () => numbered(UserStatus.options),
  chart_directions: () => numbered(ChartDirection.options)
}

export const enumEntries = (name: EnumName): Entry[] => lists[name]()
