import { EditField } from '#browser/questionnaire-builder/editor/edit-field.tsx'
import { RetireButton } from '#browser/questionnaire-builder/editor/retire-button.tsx'
import {
  membershipAt,
  placementName,
  questionAt,
  subSectionOf,
  type BuiltQuestion,
  type PartRef
} from '#browser/questionnaire-builder/parts.ts'
import type { BuilderSelection } from '#browser/questionnaire-builder/selection.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { Lock } from '#browser/ui/icons/icon-paths.ts'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { hasOptions, isCalculated, isHeading, typeOf } from '#domain/answers/question-types.ts'
import { countOf } from '#lib/format.ts'
import { FormulaSettings } from './formulas.tsx'
import { OptionsEditor } from './options-editor.tsx'
import { Panel } from './panel.tsx'
import { PlaceSettings } from './place-settings.tsx'
import { TypeChoice } from './type-choice.tsx'
import { whyFixed } from './why-fixed.ts'

interface QuestionPanelProps {
  structure: Structure
  selection: BuilderSelection
  part: PartRef
}

/** The settings of a question, in the order in which an author works. */
export function QuestionPanel({ structure, selection, part }: QuestionPanelProps) {
  const membership = part.kind === 'membership' ? membershipAt(structure, part.id) : undefined
  const question = questionAt(structure, membership?.question_id ?? part.id)
  const subSection = subSectionOf(structure, part)
  if (question === undefined) return null
  const self: PartRef = { kind: 'question', id: question.question_id }
  const fixed = whyFixed(question)
  const record = typeOf(question)
  return (
    <Panel
      kind={subSection?.sub_section_name ?? 'Question'}
      name={
        subSection && membership ? placementName(subSection, membership, question) : question.question_text
      }
      answers={membership?.answer_count ?? question.answer_count}
    >
      {fixed !== null && (
        <p role="note" className="flex gap-2 rounded-lg bg-info-tint p-3 text-small">
          <Icon of={Lock} className="mt-0.5" />
          <span>{fixed} To ask something different, add a new question.</span>
        </p>
      )}
      <EditField field={{ part: self, name: 'question_text' }} rows={2} />
      {!isHeading(question) && <EditField field={{ part: self, name: 'help_text' }} rows={2} />}
      <TypeChoice part={self} question={question} disabledBecause={fixed} />
      {hasOptions(question) && <OptionsEditor part={self} question={question} />}
      {record.limits === 'range' && (
        <FigureSettings part={self} fixed={fixed} isResult={isCalculated(question)} />
      )}
      {record.limits === 'length' && <EditField field={{ part: self, name: 'max_length' }} isNumber />}
      <FormulaSettings structure={structure} part={part} question={question} fixed={fixed} />
      {membership && subSection && (
        <PlaceSettings
          structure={structure}
          selection={selection}
          membership={membership}
          subSection={subSection}
          question={question}
        />
      )}
      <QuestionUses question={question} structure={structure} />
      <RetireButton part={self} what="question" answers={question.answer_count} />
    </Panel>
  )
}

function FigureSettings({
  part,
  fixed,
  isResult
}: {
  part: PartRef
  fixed: string | null
  isResult: boolean
}) {
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <EditField field={{ part, name: 'unit' }} disabledBecause={fixed} />
        <EditField field={{ part, name: 'decimal_places' }} isNumber />
      </div>
      <fieldset className="grid grid-cols-2 gap-3 border-0 p-0 m-0">
        <legend className="font-medium mb-1">Limits</legend>
        <EditField field={{ part, name: 'min_value' }} isNumber />
        <EditField field={{ part, name: 'max_value' }} isNumber />
        <EditField field={{ part, name: 'warn_min' }} isNumber />
        <EditField field={{ part, name: 'warn_max' }} isNumber />
        <EditField field={{ part, name: 'warn_change_percent' }} isNumber />
      </fieldset>
      <p className="text-tiny text-ink-3">
        {isResult
          ? 'An invalid result is an error in the cells that it is calculated from.'
          : 'Invalid values are rejected. Values to check are stored and need a comment.'}
      </p>
    </>
  )
}

function QuestionUses({ question, structure }: { question: BuiltQuestion; structure: Structure }) {
  const places = structure.sections
    .flatMap(section => section.sub_sections)
    .flatMap(one => one.memberships)
    .filter(one => one.question_id === question.question_id).length
  const { chart_names: charts } = question
  if (places < 2 && charts.length === 0) return null
  return (
    <div className="grid gap-1 text-small text-ink-2">
      {places > 1 && <p>This question is in {countOf(places, 'cell')}. Changes here apply to all of them.</p>}
      {charts.length > 0 && (
        <details>
          <summary className="cursor-pointer">Used by {countOf(charts.length, 'chart')}</summary>
          <ul className="mt-1 pl-4 list-disc">
            {charts.map(name => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
