// Formulas compare choices with options by their ids. A formula that is taken to another questionnaire needs the ids that its options have there.

import { faultOrValue, parseReference, tokensOf } from './expression-tokens.ts'

const compares = new Set(['=', '==', '!=', '<>'])

/** A formula in which `other` says the option that each `question = option` compares with; one that cannot be parsed stays unchanged. */
export function withOptions(text: string, other: (questionId: number, option: number) => number): string {
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
    written += text.slice(done, at) + String(other(question, Number(number)))
    done = at + number.length
  }
  return written + text.slice(done)
}

type ReferenceToken = ReturnType<typeof tokensOf>[number]

function questionBeside(
  reference: ReferenceToken | undefined,
  sign: ReferenceToken | undefined
): number | null {
  const isCompared = reference?.kind === 'reference' && sign?.kind === 'sign' && compares.has(sign.text)
  return isCompared ? parseReference(reference.text).question_id : null
}
