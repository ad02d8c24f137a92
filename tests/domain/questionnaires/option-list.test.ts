// The options of a question in one cell of a workbook.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readOptionList, writeOptionList } from '#domain/questionnaires/structure-file/option-list.ts'

test.each<[string, string[]]>([
  ['Yes; No', ['Yes', 'No']],
  ['Yes\nNo', ['Yes', 'No']],
  ['Yes;\nNo;; Perhaps;', ['Yes', 'No', 'Perhaps']],
  ['"Yes; always"; No', ['Yes; always', 'No']],
  ['"Yes; ""always"""', ['Yes; "always"']],
  ['"Yes"; "No"', ['"Yes"', '"No"']],
  ['Say "Yes; always"', ['Say "Yes', 'always"']],
  ['6"; 8"', ['6"', '8"']],
  ['', []]
])('%j has the options %j', (text, options) => expect(readOptionList(text)).toEqual(options))

test.each<[string[], string]>([
  [['Yes', 'No'], 'Yes; No'],
  [['"Yes"', '6"'], '"Yes"; 6"'],
  [['Yes; always', 'No'], '"Yes; always"; No'],
  [['"Yes', 'No"'], '"""Yes"; "No"""']
])('%j are written as %j', (options, text) => expect(writeOptionList(options)).toBe(text))

test('whatever options are called, they read back the same', () => {
  const name = fc
    .oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: fc.constantFrom(...'a ";\n') }))
    .map(text => text.trim())
    .filter(text => text !== '')
  fc.assert(
    fc.property(fc.array(name), names => {
      expect(readOptionList(writeOptionList(names))).toEqual(names)
    })
  )
})
