// Formulas compare choices with options by id. A formula that is copied to another questionnaire needs the ids of the options there.

import type { RuleFault } from '#domain/questionnaires/rule-fault.ts'
import { faultOrValue, parseReference, tokensOf } from './expression-tokens.ts'

const COMPARISON_SIGNS = new Set(['=', '==', '!=', '<>'])

/** Replaces the option in each `question = option`. A formula that cannot be parsed is returned unchanged. */
export function withOptions(text: string, replace: (questionId: number, option: number) => number): string {
  const reading = faultOrValue(() => tokensOf(text))
  if (!reading.ok) return text
  const tokens = reading.value
  let written = ''
  let done = 0
  for (const [index, { kind, text: number, at }] of tokens.entries()) {
    if (kind !== 'number') continue
    const question =
      questionBeside(tokens[index - 2], tokens[index - 1]) ??
      questionBeside(tokens[index + 2], tokens[index + 1])
    if (question === null) continue
    written += text.slice(done, at) + String(replace(question, Number(number)))
    done = at + number.length
  }
  return written + text.slice(done)
}

/** The options that a formula compares choices with. */
export function comparedOptions(text: string): { questionId: number; option: number }[] {
  const compared: { questionId: number; option: number }[] = []
  withOptions(text, (questionId, option) => {
    compared.push({ questionId, option })
    return option
  })
  return compared
}

interface ComparingQuestion {
  question_text: string
  /** With ids. */
  expression: string | null
  visible_if: string | null
}

/** Why a question's options cannot be removed: formulas compare its answers with them. */
export const faultsOfOptionLoss = (
  questionId: number,
  removed: readonly { option_id: number; option_name: string }[],
  questions: readonly ComparingQuestion[]
): RuleFault[] =>
  questions.flatMap(({ question_text, expression, visible_if }) =>
    [expression, visible_if]
      .flatMap(text => comparedOptions(text ?? ''))
      .filter(compared => compared.questionId === questionId)
      .flatMap(compared => removed.filter(({ option_id }) => option_id === compared.option))
      .map(({ option_name }) => ({
        field: 'option_list',
        message: `must keep “${option_name}”: the formula of “${question_text}” compares with it`
      }))
  )

type ReferenceToken = ReturnType<typeof tokensOf>[number]

function questionBeside(
  reference: ReferenceToken | undefined,
  sign: ReferenceToken | undefined
): number | null {
  const isCompared =
    reference?.kind === 'reference' && sign?.kind === 'sign' && COMPARISON_SIGNS.has(sign.text)
  return isCompared ? parseReference(reference.text).question_id : null
}
