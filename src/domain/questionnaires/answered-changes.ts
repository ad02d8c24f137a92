// Which changes are allowed once there are answers (decision 0049). Names, texts, warnings and order can change, and items can be added. Changes
// that would give an answer another meaning, make it invalid or change a calculated figure are refused in every period, so that a chart never
// mixes two meanings and accepted or published figures never change. For another meaning, create a new question.

import { hasOptions, typeOf } from '#domain/answers/question-types.ts'
import { enteredText, sumOfEntered, type Entered } from './entered.ts'
import type { SubSectionShape } from './placement-faults.ts'
import type { QuestionSettings } from './question-faults.ts'
import { spellCount, type RuleFault } from './rule-fault.ts'

/** Existing options have an id. A renamed option keeps it, and with it its answers. */
interface ChangedOption {
  option_id?: number | undefined
}

export interface AnsweredQuestion extends QuestionSettings {
  option_list: readonly ChangedOption[]
}

/** Faults of a change that the question's answers rule out. */
export function faultsOfAnsweredQuestion(
  before: AnsweredQuestion,
  after: AnsweredQuestion,
  answers: number
): RuleFault[] {
  if (answers === 0) return []
  const because = `any more: the question has ${spellCount(answers, 'answer')}. Create a new one`
  const fixed = fixedSettings
    .filter(field => normaliseSetting(before[field]) !== normaliseSetting(after[field]))
    .map((field): RuleFault => ({ field, message: `cannot change ${because}` }))
  const narrower = narrowedLimits(before, after).map((field): RuleFault => ({
    field,
    message: `cannot become narrower ${because}`
  }))
  return [...fixed, ...faultsOfOptionChange(before, after, answers, because), ...narrower]
}

/** Ignores spaces outside quotes; null for a blank formula. */
const normaliseSetting = (text: string | null): string | null =>
  text === null || text.trim() === ''
    ? null
    : text.replaceAll(/('[^']*'|"[^"]*")|\s+/gu, (_, quoted?: string) => quoted ?? '')

const fixedSettings = ['question_type', 'unit', 'expression', 'visible_if'] as const

/** Answers store an option's id or a step's number. So options stay, and steps keep their order and number: one more would turn 5 of 5 into 5 of 6. */
function faultsOfOptionChange(
  before: AnsweredQuestion,
  { option_list: after }: AnsweredQuestion,
  answers: number,
  because: string
): RuleFault[] {
  if (!hasOptions(before)) return []
  const kept = new Set(after.map(({ option_id }) => option_id))
  const why = `the question has ${spellCount(answers, 'answer')}`
  if (before.option_list.some(({ option_id }) => !kept.has(option_id)))
    return [{ field: 'option_list', message: `must keep every option: ${why}` }]
  if (typeOf(before).options !== 'steps') return []
  if (before.option_list.some(({ option_id }, index) => after[index]?.option_id !== option_id))
    return [{ field: 'option_list', message: `must keep the order of the steps: ${why}` }]
  return after.length > before.option_list.length
    ? [{ field: 'option_names', message: `cannot change ${because}` }]
    : []
}

function narrowedLimits(before: QuestionSettings, after: QuestionSettings): (keyof QuestionSettings)[] {
  const upper = (['max_value', 'max_length', 'decimal_places'] as const).filter(
    name => (after[name] ?? Infinity) < (before[name] ?? Infinity)
  )
  return (after.min_value ?? -Infinity) > (before.min_value ?? -Infinity) ? ['min_value', ...upper] : upper
}

/** A cell is identified by its position: in another layout, questions would not match their answers. */
export const faultsOfLayoutChange = (
  before: SubSectionShape,
  after: SubSectionShape,
  questions: number
): RuleFault[] =>
  (['layout', 'is_repeating'] as const)
    .filter(field => questions > 0 && before[field] !== after[field])
    .map(field => ({
      field,
      message: 'cannot change any more, this sub-section has questions; create a new one'
    }))

/**
 * Removing a question from its place, or disabling the place, would leave answers and comments that nobody can reach. In a list, they move
 * with the question within its section, because completion and calculation do not change.
 */
export function faultsOfPlaceRemoval(entered: Entered, isStillInSection = false): RuleFault[] {
  const sum = sumOfEntered(entered)
  if (sum === 0 || isStillInSection) return []
  const message = `${enteredText(entered)} ${sum === 1 ? 'is' : 'are'} in this place; retire the question`
  return [{ field: 'membership_ids', message }]
}

export const faultsOfPlaceClosing = (entered: Entered): RuleFault[] =>
  sumOfEntered(entered) === 0
    ? []
    : [
        {
          field: 'is_disabled',
          message: `cannot change any more: this place has ${enteredText(entered)}`
        }
      ]

/** A period with entries stays, because otherwise nobody could reach them. */
export const faultsOfPeriodRemoval = (entered: Entered): RuleFault[] =>
  sumOfEntered(entered) === 0
    ? []
    : [{ field: 'periods', message: `must keep the period that has ${enteredText(entered)}` }]

/** What an answer means depends on who gives it: an organisation, or each of its respondents. */
export const faultsOfQuestionnaireTypeChange = (entered: Entered): RuleFault[] =>
  sumOfEntered(entered) === 0
    ? []
    : [
        {
          field: 'questionnaire_type',
          message: `cannot change any more: the questionnaire has ${enteredText(entered)}. Create a new one`
        }
      ]
