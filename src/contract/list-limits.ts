// Maximum lengths of lists, however they are written: by single calls, as a whole, in a workbook or in a folder.

import * as v from 'valibot'
import { formatCount } from '#lib/format.ts'
import {
  MAX_CHART_PARAMETERS,
  MAX_FORMULAS,
  MAX_LIST_ROWS,
  MAX_OPTIONS,
  MAX_PLACES,
  MAX_QUESTIONS
} from './limits.ts'

const atMost = (most: number, whole: string, parts: string) => ({
  most,
  message: `${whole} has at most ${formatCount(most)} ${parts}`
})

/** Limits of a questionnaire; only parts in use count. */
export const structureLimits = {
  sections: atMost(100, 'a questionnaire', 'sections'),
  sub_sections: atMost(100, 'a section', 'sub-sections'),
  rows: atMost(500, 'a sub-section', 'rows'),
  columns: atMost(100, 'a sub-section', 'columns'),
  cells: atMost(MAX_PLACES, 'a questionnaire', 'places for answers'),
  questions: atMost(MAX_QUESTIONS, 'a questionnaire', 'questions'),
  formulas: atMost(MAX_FORMULAS, 'a questionnaire', 'calculated questions')
} as const

/** Limits of all other lists. Calls return no more entries than these. */
export const contentLimits = {
  api_keys: atMost(20, 'a user', 'API keys'),
  time_periods: atMost(200, 'a programme', 'periods'),
  projects: atMost(500, 'a programme', 'projects'),
  documents: atMost(1000, 'a project', 'documents'),
  scopes: atMost(MAX_LIST_ROWS, 'a project', 'scopes'),
  contacts: atMost(MAX_LIST_ROWS, 'a project', 'contacts'),
  abouts: atMost(MAX_LIST_ROWS, 'a project', 'texts on About'),
  guidances: atMost(MAX_LIST_ROWS, 'a project', 'guidance texts'),
  peer_groups: atMost(100, 'a project', 'peer groups of the same owner'),
  collections: atMost(500, 'a project', 'collections'),
  group_charts: atMost(200, 'a chart group', 'charts'),
  chart_parameters: atMost(MAX_CHART_PARAMETERS, 'a chart', 'parameters'),
  options: atMost(MAX_OPTIONS, 'a question', 'options'),
  questionnaire_scopes: atMost(MAX_LIST_ROWS, 'a questionnaire', 'scopes'),
  questionnaire_periods: atMost(100, 'a questionnaire', 'periods')
} as const

export interface ListLimit {
  most: number
  message: string
}

export const limitedList = <S extends v.GenericSchema>({ most, message }: ListLimit, entry: S) =>
  v.pipe(v.array(entry), v.maxLength(most, message))
