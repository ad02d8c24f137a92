import { expect, test } from 'vitest'
import { explainRefusal } from '#lib/text/refusal-text.ts'

test.each([
  ['Too many attempts. Try again in a minute.', 'Too many attempts. Try again in a minute.'],
  ['display_order: must be a whole number', 'Display order must be a whole number.'],
  ['cells.0.text: is too long', 'Cells is too long.'],
  ['structure.questions.3: occurs twice', 'Structure occurs twice.'],
  ['email: There is an account with this address.', 'There is an account with this address.'],
  ['version: someone else has changed this; reload it', 'Someone else has changed this; reload it.'],
  [
    'memberships: chart 3 and group 4 are of different projects',
    'Chart 3 and group 4 are of different projects.'
  ],
  ['Period 2026: closed', 'Period 2026: closed']
])('“%s” is shown as “%s”', (error, text) => {
  expect(explainRefusal(error)).toBe(text)
})

test('a field that the reader knows has their word for it', () => {
  const labels = { full_name: 'Name' }
  expect(explainRefusal('full_name: is required', labels)).toBe('Name is required.')
  expect(explainRefusal('full_name.0: is required', { 'full_name.0': 'The first name' })).toBe(
    'The first name is required.'
  )
  expect(explainRefusal('full_name: this is a programme', labels)).toBe('This is a programme.')
})
