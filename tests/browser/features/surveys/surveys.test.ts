// What a survey says about itself: its code as typed, its time, its saving, why it does not open.

import { expect, test } from 'vitest'
import { caseFromUrl } from '#browser/features/surveys/code/enter-code.ts'
import { estimateText } from '#browser/features/surveys/estimate.ts'
import { summariseStatus, surveySaveText } from '#browser/features/surveys/survey-status.ts'
import type { SectionStatusLine } from '#browser/section/sync/status-line.ts'
import { noCounts } from '#domain/answers/completion.ts'
import { normaliseCaseCode, formatCaseCode } from '#domain/people/case-code.ts'
import { aQuestion, aSection } from '#tests/support/questions.ts'
import { aList } from '#tests/support/workbooks.ts'

test.each([
  [' 11xt-6pf7–0edc 1 ', '11XT6PF70EDC1'],
  ['oOiIlL', '001111'],
  ['', '']
])('a code typed as %j is read as %j', (typed, read) => {
  expect(normaliseCaseCode(typed)).toBe(read)
  expect(normaliseCaseCode(formatCaseCode(read))).toBe(read)
})

test.each([
  [
    '/surveys/8-1756/11XT-6PF7/questions?part=2',
    { questionnaireId: 8, submissionId: 1756, caseCode: '11XT-6PF7' }
  ],
  ['/surveys/8-1756', { questionnaireId: 8, submissionId: 1756, caseCode: '' }],
  ['/surveys/8-1756/a%20b', { questionnaireId: 8, submissionId: 1756, caseCode: 'a b' }],
  ['/surveys/8-1756/100%', { questionnaireId: 8, submissionId: 1756, caseCode: '100%' }],
  ['/surveys/404', null],
  ['/surveys/0-5/X', null],
  ['', null]
])('the case in %j', (url, place) => expect(caseFromUrl(url)).toEqual(place))

test('the estimated time counts questions, not headings, and is never zero', () => {
  const section = (...types: ('long_text' | 'yes_no' | 'heading' | 'text')[]) =>
    aSection(
      aList(...types.map((question_type, index) => aQuestion({ question_id: index + 1, question_type })))
    )
  expect(estimateText([section('yes_no', 'heading')])).toBe('1 question, about 1 minute')
  expect(estimateText([section('long_text', 'long_text'), section('text')])).toBe(
    '3 questions, about 3 minutes'
  )
})

const line = (part: Partial<SectionStatusLine>): SectionStatusLine => ({
  unsaved: 0,
  typed: 0,
  held: { errors: 0, conflicts: 0 },
  strays: [],
  errors: 0,
  warnings: 0,
  conflicts: 0,
  incomplete: 0,
  queue: { is: 'idle' },
  savedAt: null,
  storageFault: null,
  counts: noCounts(),
  percent: 0,
  isDone: true,
  sectionStatus: 'in_progress',
  emptyReason: null,
  ...part
})

test('the whole survey is at 100 only when no section misses anything', () => {
  const counts = (applicable_count: number, answered_count: number) => ({
    ...noCounts(),
    applicable_count,
    answered_count
  })
  expect(summariseStatus([line({ counts: counts(199, 198) }), line({ counts: counts(1, 1) })]).percent).toBe(
    99
  )
  expect(summariseStatus([line({ counts: counts(199, 199) }), line({ counts: counts(1, 1) })]).percent).toBe(
    100
  )
  expect(summariseStatus([line({}), line({ isDone: false })]).isDone).toBe(false)
})

test.each([
  [line({}), 'Saved', null],
  [line({ unsaved: 1, queue: { is: 'sending' } }), 'Saving…', null],
  [
    line({ unsaved: 2, queue: { is: 'retrying', error: '', status: null } }),
    'Offline. 2 answers kept on this device',
    'Try now'
  ],
  [
    line({ unsaved: 1, queue: { is: 'stopped', error: 'This survey is closed.', status: 423 } }),
    '1 answer kept on this device. This survey is closed.',
    'Try again'
  ],
  [
    line({ unsaved: 1, held: { errors: 1, conflicts: 0 } }),
    '1 answer cannot be sent until you correct it. All others are saved.',
    null
  ],
  [
    line({
      unsaved: 3,
      held: { errors: 0, conflicts: 1 },
      queue: { is: 'retrying', error: '', status: null }
    }),
    'Offline. 2 answers kept on this device. 1 answer cannot be sent until you choose which value to keep.',
    'Try now'
  ],
  [
    line({
      unsaved: 1,
      storageFault: 'This device’s storage is full.',
      queue: { is: 'retrying', error: '', status: 503 }
    }),
    'The server is not responding. 1 answer only on this page: keep it open. This device’s storage is full.',
    'Try now'
  ]
])('saving in words, case %#', (status, text, action) => {
  expect(surveySaveText(summariseStatus([line({}), status]))).toMatchObject({
    text,
    action,
    tone: expect.stringMatching(text === 'Saved' ? /^calm$/ : /^(working|waiting|stopped)$/)
  })
})
