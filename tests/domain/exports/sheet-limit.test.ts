import { expect, test } from 'vitest'
import type { ExportableQuestionnaire } from '#contract/answer-exports.ts'
import { longestTable, sheetFault } from '#domain/exports/sheet-limit.ts'

const questionnaire: ExportableQuestionnaire = {
  questionnaire_id: 1,
  questionnaire_name: 'Staffing',
  questionnaire_type: 'standard',
  question_count: 10,
  submission_count: 100,
  case_count: 0,
  answer_count: 900,
  repeated_answer_count: 150,
  comment_count: 1000,
  query_entry_count: 1500,
  change_count: 2000
}
const survey = { ...questionnaire, questionnaire_type: 'case', case_count: 500 } as const

test('the longest table is the answers of all, the units or rows of one, or what is added to them', () => {
  const both = [questionnaire, survey]
  expect(longestTable(both, { layout: 'long', include: [] })).toBe(1800)
  expect(longestTable(both, { layout: 'wide', include: ['codebook'] })).toBe(500)
  expect(longestTable([questionnaire], { layout: 'wide', include: [] })).toBe(150)
  expect(longestTable(both, { layout: 'wide', include: ['comments'] })).toBe(2000)
  expect(longestTable(both, { layout: 'long', include: ['codebook', 'queries', 'comments'] })).toBe(3000)
  expect(longestTable(both, { layout: 'long', include: ['history'] })).toBe(4000)
  expect(longestTable([], { layout: 'long', include: [] })).toBe(0)
})

test('the heading takes one of a sheet’s 1,048,576 rows', () => {
  expect(sheetFault(1_048_575)).toBeUndefined()
  expect(sheetFault(1_048_576)).toContain('needs 1,048,577. Choose CSV')
})
