// A questionnaire as a workbook: one question a line, these columns. The order is the file's own; a column may be missing.

export const QUESTIONS_SHEET = 'Questions'

/** Headings by the name that code has for them. */
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

/** Without these a line says nothing. */
export const neededHeads: readonly ColumnHead[] = ['section', 'question', 'type']

export const headNamed = (text: string): ColumnHead | null =>
  headNames.find(head => heads[head].toLowerCase() === text.trim().toLowerCase()) ?? null
