// Figures that people type, paste or import are read in one place, which asks where a text could be two numbers (src/domain/answers/number-input.ts).

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const HOME = 'src/domain/answers/number-input.ts'

/** Where texts of people come in. */
const ENTRIES = [
  'src/browser/section',
  'src/browser/questionnaire-builder',
  'src/browser/forms',
  'src/browser/features',
  'src/domain/answers',
  'src/domain/questionnaires'
]

/** A number made of a text. Of a condition, or of a number that is rounded, it is none. */
const CONVERSION =
  /\b(?:parseFloat|parseInt|valueAsNumber)\b|\(Number\)|\bNumber\((?!(?:\w+\.)?is[A-Z_]|wants[A-Z]|[^()]*(?:===|!==|>)|[\w.() *]*\.to(?:Precision|Fixed)\()|[=(,:?] ?\+[a-z]\w*(?:\.|\b(?! ?\())/g

/** What else is converted there, by file: never a figure. */
const allowed: Record<string, Record<string, number>> = {
  'ids of what was chosen, and numbers of addresses': {
    'src/browser/features/data-collection/acceptance/correction-dialog.tsx': 1,
    'src/browser/features/data-collection/codes/create-codes.tsx': 1,
    'src/browser/features/documents/documents-screen.tsx': 1,
    'src/browser/features/explorer/builder/appearance-column.tsx': 1,
    'src/browser/features/explorer/peers/group-builder.tsx': 1,
    'src/browser/features/explorer/peers/rules-editor.tsx': 1,
    'src/browser/features/explorer/peers/similar-editor.tsx': 1,
    'src/browser/features/explorer/search/search-query.ts': 1,
    'src/browser/features/organisation/invite-dialog.tsx': 1,
    'src/browser/features/own-account/keys-tab.tsx': 1,
    'src/browser/features/registration/contact-form.ts': 1,
    'src/browser/features/registration/submission-form.ts': 3,
    'src/browser/features/surveys/code/enter-code.ts': 2,
    'src/browser/features/surveys/steps/steps.ts': 1,
    'src/browser/features/users/person-dialogs.tsx': 2,
    'src/browser/features/users/person-fields.tsx': 3,
    'src/browser/features/users/user-query.ts': 1,
    'src/browser/questionnaire-builder/files/use-new-questionnaire.ts': 1,
    'src/browser/questionnaire-builder/panel/questionnaire-pick.tsx': 1,
    'src/browser/questionnaire-builder/parts.ts': 1,
    'src/browser/questionnaire-builder/selection.ts': 1
  },
  'texts that this program has written': {
    'src/browser/features/explorer/builder/draft/draft-errors.ts': 1,
    'src/browser/section/state/edit-clock.ts': 2,
    'src/browser/section/table/range/grid-positions.ts': 1,
    'src/browser/section/workbook/exported-answer.ts': 1,
    'src/browser/section/workbook/imported-file.ts': 1,
    'src/browser/section/workbook/instructions.ts': 2,
    'src/browser/section/workbook/source.ts': 3,
    'src/domain/questionnaires/structure-file/draft-faults.ts': 1,
    'src/domain/questionnaires/structure-file/read.ts': 1
  },
  'digits alone: a key, a step of a scale, hours and minutes': {
    'src/browser/section/table/scale-field.tsx': 1,
    'src/domain/answers/duration.ts': 2,
    'src/domain/answers/scale.ts': 4
  },
  'the rules of forms, and a number that was read': {
    'src/browser/forms/value-rules.ts': 5,
    'src/browser/questionnaire-builder/part-fields.ts': 3
  }
}

const conversionsIn = (code: string): number =>
  code
    .split('\n')
    .filter(line => !/^\s*(?:\/\/|\*|\/\*\*)/.test(line))
    .reduce((count, line) => count + (line.match(CONVERSION)?.length ?? 0), 0)

test('no other file reads figures', () => {
  const files = ENTRIES.flatMap(folder => globSync(`${folder}/**/*.{ts,tsx}`)).filter(path => path !== HOME)
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap(path => {
    const count = conversionsIn(readFileSync(path, 'utf8'))
    return count === 0 ? [] : [[path, count] as const]
  })
  const expected = Object.values(allowed).flatMap(group => Object.entries(group))
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
})

test.each([
  ['const value = parseFloat(text)', 1],
  ['onInput={event => save(event.currentTarget.valueAsNumber)}', 1],
  ['const value = Number(text.replace(",", "."))', 1],
  ['cells.map(Number)', 1],
  ['const value = +text', 1],
  ['return Number(value.toFixed(2))', 0],
  ['Number(left === null) - Number(right === null)', 0],
  ['const sum = one + other', 0],
  ['// Number(text)', 0]
])('%s: %s', (code, count) => expect(conversionsIn(code)).toBe(count))
