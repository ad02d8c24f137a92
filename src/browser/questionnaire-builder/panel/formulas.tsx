import {
  cellsOfSection,
  sectionOf,
  type BuiltQuestion,
  type PartRef
} from '#browser/questionnaire-builder/parts.ts'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { isCalculated } from '#domain/answers/question-types.ts'
import { FormulaField } from './formula-field.tsx'

/** A question's calculation and its visibility rule. */
export function FormulaSettings({
  structure,
  part,
  question,
  fixed
}: {
  structure: Structure
  part: PartRef
  question: BuiltQuestion
  fixed: string | null
}) {
  const section = sectionOf(structure, part)
  const self: PartRef = { kind: 'question', id: question.question_id }
  const cells = (section ? cellsOfSection(structure, section) : []).filter(
    ({ reference }) => reference.question_id !== question.question_id
  )
  return (
    <div className="grid gap-3 pt-3 border-0 border-t border-solid border-line">
      {isCalculated(question) && (
        <FormulaField
          field={{ part: self, name: 'expression' }}
          cells={cells}
          disabledBecause={fixed}
          placeholder="[Beds] - [Beds in use]"
        />
      )}
      <FormulaField
        field={{ part: self, name: 'visible_if' }}
        cells={cells}
        disabledBecause={fixed}
        placeholder="Always shown"
      />
      <details className="text-small text-ink-2">
        <summary className="cursor-pointer text-brand-text">How formulas work</summary>
        <p className="mt-1">
          Start typing a question in this section and choose it from the list. You can calculate with + − * /,
          compare with =, !=, &lt;, &gt;, and join conditions with <b>and</b>, <b>or</b>, <b>not</b>.{' '}
          <b>sum(…)</b> adds answers and ignores blanks. <b>blank(…)</b> is true if nothing is entered.
        </p>
      </details>
    </div>
  )
}
