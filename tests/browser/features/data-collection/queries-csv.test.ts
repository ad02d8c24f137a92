// The file of queries.

import { afterEach, expect, test } from 'vitest'
import { queriesCsv } from '#browser/features/data-collection/queries/queries-csv.ts'
import type { DataQuery } from '#contract/queries.ts'
import { windowMoment } from '#domain/projects/window-days.ts'
import { DEFAULT_TIME_ZONE, setTimeZone } from '#lib/time/time-zone.ts'

afterEach(() => setTimeZone(DEFAULT_TIME_ZONE))

const query = (due_at: string | null): DataQuery => ({
  query_id: 1,
  questionnaire_id: 1,
  submission_id: 1,
  section_id: 1,
  question_id: 1,
  row_id: 0,
  column_id: 0,
  organisation_id: 1,
  organisation_name: 'Northfield',
  submission_name: 'Ward 1A',
  section_name: 'Beds',
  question_text: 'Staffed beds',
  row_name: '',
  column_name: '',
  question_type: 'integer',
  option_list: [],
  unit: '',
  decimal_places: null,
  rules: [],
  received: { value: 4, is_not_applicable: false, is_not_available: false },
  previous_answer: null,
  expected: null,
  query_text: '',
  query_status: 'open',
  is_overdue: false,
  version: 1,
  raised_by: 'Ada King',
  raised_at: '2027-01-04T10:00:00.000Z',
  due_at,
  thread: []
})

test.each(['Europe/London', 'Pacific/Auckland', 'America/Los_Angeles'])(
  'a query is due on its last day, as the page and the email say, in %s',
  zone => {
    setTimeZone(zone)
    const due = windowMoment('closes', '2027-01-18', zone).toISOString()
    expect(queriesCsv([query(due)])).toContain(',18 Jan 2027,')
    expect(queriesCsv([query(windowMoment('opens', '2027-01-18', zone).toISOString())])).toContain(
      ',17 Jan 2027,'
    )
    expect(queriesCsv([query(null)])).not.toMatch(/1[789] Jan 2027/)
  }
)

test('a due time is that of the programme’s zone', () => {
  setTimeZone('Pacific/Auckland')
  expect(queriesCsv([query('2027-01-18T04:00:00.000Z')])).toMatch(/,"18 Jan 2027, 17:00(, Auckland time)?",/)
})
