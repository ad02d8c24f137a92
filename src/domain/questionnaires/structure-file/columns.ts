// The columns of a questionnaire in a workbook with one question per line. They may be in any order, and some may be missing.

export const QUESTIONS_SHEET = 'Questions'

/** Headings by their names in code. */
export const heads = {
  section: 'Section',
  guidance: 'Guidance',
  subSection: 'Sub-section',
  totals: 'Totals',
  row: 'Row',
  column: 'Column',
  question: 'Question',
  help: 'Help',
  type: 'Type',
  options: 'Options',
  unit: 'Unit',
  decimals: 'Decimals',
  required: 'Required',
  min: 'Lowest possible',
  max: 'Highest possible',
  warnMin: 'Check below',
  warnMax: 'Check above',
  warnChange: 'Check change over %',
  maxLength: 'Longest text',
  formula: 'Formula',
  showIf: 'Show only if',
  code: 'Code'
} as const

export type ColumnHead = keyof typeof heads
export const headNames = Object.keys(heads) as ColumnHead[]

/** The columns that a file must have. */
export const neededHeads: readonly ColumnHead[] = ['section', 'question', 'type']

export const parseHead = (text: string): ColumnHead | null =>
  headNames.find(head => heads[head].toLowerCase() === text.trim().toLowerCase()) ?? null
