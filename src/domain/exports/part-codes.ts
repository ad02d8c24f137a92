// Codes of parts that have only a name. They are the same in every database that has the same parts, unlike ids.

interface NamedPart {
  name: string
  isActive: boolean
}

/** “Apr–Jun” becomes `apr_jun`. Letters of all languages stay. */
const codeOfName = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '') || 'part'

/** Appends `_2`, `_3` … to repeated codes. */
export function distinctCodes(codes: readonly string[]): string[] {
  const taken = new Set<string>()
  return codes.map(plain => {
    let code = plain
    for (let number = 2; taken.has(code); number++) code = `${plain}_${number}`
    taken.add(code)
    return code
  })
}

/** Codes of the parts of one parent, in their order. Of parts with the same name, the one in use keeps its code when others are retired. */
export function partCodes(parts: readonly NamedPart[]): string[] {
  const order = [...parts.keys()].toSorted(
    (one, other) => Number(parts[other]?.isActive) - Number(parts[one]?.isActive)
  )
  const codes = distinctCodes(order.map(index => codeOfName(parts[index]?.name ?? '')))
  return parts.map((_, index) => codes[order.indexOf(index)] ?? '')
}

/** Codes of all questions of a project by id. One without a code is named by its number. */
export function questionCodes(
  questions: readonly { question_id: number; question_code: string | null }[]
): Map<number, string> {
  // Two that differ only in case are one name in formulas and refused in a folder.
  const taken = new Set(questions.map(({ question_code }) => question_code?.toUpperCase()))
  return new Map(
    questions.map(({ question_id, question_code }) => {
      let code = question_code ?? `Q${question_id}`
      if (question_code === null)
        for (let number = 2; taken.has(code.toUpperCase()); number++) code = `Q${question_id}_${number}`
      taken.add(code.toUpperCase())
      return [question_id, code]
    })
  )
}
