// Formulas compare choices with options by their ids. A formula that is taken to another questionnaire needs the ids that its options have there.
import { ExpressionError, referenceOf, tokensOf } from './expression-syntax.ts'

const compares = new Set(['=', '==', '!=', '<>'])

/** A formula in which `other` says the option that each `question = option` compares with; one that cannot be parsed stays unchanged. */
export function withOptions(text: string, other: (questionId: number, option: number) => number): string {
  let written = ''
  let done = 0
  try {
    const tokens = tokensOf(text)
    for (const [index, { kind, text: number, at }] of tokens.entries()) {
      if (kind !== 'number') continue
      const question =
        questionBeside(tokens[index - 2], tokens[index - 1]) ??
        questionBeside(tokens[index + 2], tokens[index + 1])
      if (question === null) continue
      written += text.slice(done, at) + String(other(question, Number(number)))
      done = at + number.length
    }
  } catch (error) {
    if (error instanceof ExpressionError) return text
    throw error
  }
  return written + text.slice(done)
}

type Token = ReturnType<typeof tokensOf>[number]

function questionBeside(reference: Token | undefined, sign: Token | undefined): number | null {
  const isCompared = reference?.kind === 'reference' && sign?.kind === 'sign' && compares.has(sign.text)
  return isCompared ? referenceOf(reference.text).question_id : null
}
