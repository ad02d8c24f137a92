// Invented answers are ones that the question accepts.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inventAnswer } from '#browser/questionnaire-builder/editor/example-figures.ts'
import { QuestionType } from '#contract/questionnaires.ts'
import { checkCell } from '#domain/answers/cell-rules.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { UNANSWERED } from '#domain/answers/repeating.ts'
import { aQuestion } from '#tests/support/questions.ts'

const limit = fc.integer({ min: -2000, max: 20_000 })
const limits = fc
  .tuple(limit, limit, limit, limit)
  .map(four => four.toSorted((one, other) => one - other) as [number, number, number, number])

const option_list = [1, 2, 3].map(option_id => ({ option_id, option_name: `Option ${option_id}` }))

test('whatever a question asks, its example needs no check and is the same each time', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...QuestionType.options),
      fc.option(limits, { nil: null }),
      fc.constantFrom(0, 1, 2, null),
      fc.integer({ min: 1, max: 300 }),
      fc.record({ question_id: fc.nat(9999), row_id: fc.nat(99), column_id: fc.nat(99) }),
      (question_type, range, decimal_places, max_length, place) => {
        const [min_value, warn_min, warn_max, max_value] = range ?? [null, null, null, null]
        const plain = aQuestion({ question_type, decimal_places, option_list, max_length, ...place })
        const question =
          typeOf(plain).limits === 'range' ? { ...plain, min_value, warn_min, warn_max, max_value } : plain
        const value = inventAnswer(question)
        expect(inventAnswer(question)).toEqual(value)
        if (['calculated', 'none'].includes(typeOf(question).entry)) return
        expect(value).not.toBeNull()
        const { errors, warnings } = checkCell(question, { ...UNANSWERED, value })
        expect({ errors, warnings }).toEqual({ errors: [], warnings: [] })
      }
    )
  )
})
