import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBlock, writeBlock } from '#browser/section/table/paste.ts'

test.each<[string, string, string[][]]>([
  ['a row', '1\t2\t3', [['1', '2', '3']]],
  [
    'the line break that Excel adds',
    '1\t2\r\n3\t4\r\n',
    [
      ['1', '2'],
      ['3', '4']
    ]
  ],
  ['old line breaks', '1\r2', [['1'], ['2']]],
  ['blank cells', '\t\t5\n', [['', '', '5']]],
  ['a blank row in the middle', '1\n\n2', [['1'], [''], ['2']]],
  ['a quoted cell of two lines', '"one\ntwo"\t3\r\n', [['one\ntwo', '3']]],
  ['doubled quotes inside', '"say ""yes"""\t1', [['say "yes"', '1']]],
  ['a quote that only begins the cell', '"tis\t5', [['"tis', '5']]],
  ['a quote inside', '5" pipe\t1', [['5" pipe', '1']]],
  ['text after a closing quote', '"a" b\t1', [['"a" b', '1']]]
])('%s', (_, text, expected) => {
  expect(readBlock(text)).toEqual(expected)
})

test('what is copied is pasted back cell by cell', () => {
  const cell = fc
    .oneof(fc.string(), fc.stringMatching(/^[a"\t\n 0-9]{0,8}$/))
    .map(text => text.replaceAll('\r', ''))
  const block = fc
    .integer({ min: 1, max: 5 })
    .chain(width =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 })
    )
  fc.assert(
    fc.property(block, rows => {
      expect(readBlock(writeBlock(rows))).toEqual(rows)
    })
  )
})
