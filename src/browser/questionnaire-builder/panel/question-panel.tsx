import { EditField } from '#browser/questionnaire-builder/editor/edit-field.tsx'
import { RetireButton } from '#browser/questionnaire-builder/editor/retire-button.tsx'
import type { PartFieldName } from '#browser/questionnaire-builder/part-fields.ts'
import {
  membershipAt,
  questionAt,
  subSectionOf,
  type BuiltMembership,
  type BuiltQuestion,
  type BuiltSubSection,
  type PartRef
} from '#browser/questionnaire-builder/parts.ts'
import type { BuilderSelection } from '#browser/questionnaire-builder/selection.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { Lock, TriangleAlert, X, type IconPath } from '#browser/ui/icons/icon-paths.ts'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { hasOptions, isCalculated, isHeading, typeOf } from '#domain/answers/question-types.ts'
import { countOf } from '#lib/format.ts'
import { FormulaSettings } from './formulas.tsx'
import { OptionsEditor } from './options-editor.tsx'
import { Panel } from './panel.tsx'
import { PlaceSettings, RequiredSwitch } from './place-settings.tsx'
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
      {...namePanel(question, subSection, membership)}
      answers={membership?.answer_count ?? question.answer_count}
    >
      {fixed !== null && (
        <p role="note" className="flex gap-2 rounded-lg bg-info-tint p-3 text-small">
          <Icon of={Lock} className="mt-0.5" />
          <span>{fixed} To ask something different, add a new question.</span>
        </p>
      )}
      <EditField field={{ part: self, name: 'question_text' }} rows={2} isBeside />
      {!isHeading(question) && <EditField field={{ part: self, name: 'help_text' }} rows={2} isBeside />}
      <TypeChoice part={self} question={question} disabledBecause={fixed} />
      {hasOptions(question) && <OptionsEditor part={self} question={question} />}
      {record.limits === 'range' && <FigureSettings part={self} fixed={fixed} />}
      {membership && isAsked(question) && <RequiredSwitch membership={membership} />}
      {record.limits === 'range' && <LimitTable part={self} question={question} />}
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

const isAsked = (question: BuiltQuestion): boolean => !isCalculated(question) && !isHeading(question)

function FigureSettings({ part, fixed }: { part: PartRef; fixed: string | null }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
      <EditField field={{ part, name: 'unit' }} disabledBecause={fixed} isBeside />
      <div className="w-32">
        <EditField field={{ part, name: 'decimal_places' }} isNumber isBeside />
      </div>
    </div>
  )
}

/** A figure beyond the limits is rejected or to be checked. */
function LimitTable({ part, question }: { part: PartRef; question: BuiltQuestion }) {
  const limit = (name: PartFieldName) => <EditField field={{ part, name }} isNumber hasHiddenLabel />
  return (
    <fieldset className="border-0 p-0 m-0 pt-3 border-t border-solid border-line">
      <legend className="sr-only">Limits</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_72px_72px] gap-x-2 gap-y-1.5 text-small text-ink-2">
        <p aria-hidden="true">
          <span className="font-medium text-ink">Limits</span> {question.unit}
        </p>
        <span className="text-tiny text-ink-3 text-right pr-2">lowest</span>
        <span className="text-tiny text-ink-3 text-right pr-2">highest</span>
        <LimitName icon={X} tone="text-bad" name="Invalid beyond" />
        {limit('min_value')}
        {limit('max_value')}
        <LimitName icon={TriangleAlert} tone="text-warn" name="To check beyond" />
        {limit('warn_min')}
        {limit('warn_max')}
        <LimitName icon={TriangleAlert} tone="text-warn" name="Change since last period" />
        <span className="pt-1.5 text-tiny text-ink-3 text-right">over %</span>
        {limit('warn_change_percent')}
      </div>
      <p className="mt-1.5 text-tiny text-ink-3">
        {isCalculated(question)
          ? 'An invalid result is an error in the cells that it is calculated from.'
          : 'Invalid values are rejected. Values to check are stored and need a comment.'}
      </p>
    </fieldset>
  )
}

const LimitName = ({ icon, tone, name }: { icon: IconPath; tone: string; name: string }) => (
  <span className="flex gap-1.5 pt-1.5">
    <Icon of={icon} size={14} className={`mt-0.5 ${tone}`} />
    {name}
  </span>
)

/** In a grid, a question is named after its row and column. */
function namePanel(
  { question_text }: BuiltQuestion,
  subSection: BuiltSubSection | undefined,
  membership: BuiltMembership | undefined
): { kind: string; name: string } {
  const row = subSection?.rows.find(one => one.row_id === membership?.row_id)?.row_name
  const column = subSection?.columns.find(one => one.column_id === membership?.column_id)?.column_name
  return { kind: row ?? subSection?.sub_section_name ?? 'Question', name: column ?? question_text }
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
