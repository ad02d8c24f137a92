import { randomInt } from 'node:crypto'

// Crockford's alphabet: no I, L, O or U, so that a code can be read out and typed.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_CHARACTERS = 10

/**
 * Generates a case code: the programme's number, 50 random bits and a check character. A respondent has no
 * token, so the code itself identifies the programme. `pick` returns a whole number below its argument; it
 * must be unpredictable except for demo data.
 */
export function generateCaseCode(programmeId: number, pick: (below: number) => number = randomInt): string {
  const programme = inAlphabet(programmeId)
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[pick(ALPHABET.length)]).join('')
  const body = `${ALPHABET[programme.length]}${programme}${random}`
  return body + checkCharacter(body)
}

/** The programme in a normalised code, or null if the check character is wrong. */
export function programmeOfCaseCode(code: string): number | null {
  const body = code.slice(0, -1)
  if (!/^[0-9A-HJKMNP-TV-Z]{8,40}$/.test(code) || checkCharacter(body) !== code.at(-1)) return null
  const length = ALPHABET.indexOf(code[0] ?? '')
  return code
    .slice(1, 1 + length)
    .split('')
    .reduce((number, character) => number * 32 + ALPHABET.indexOf(character), 0)
}

function inAlphabet(number: number): string {
  const rest = Math.floor(number / 32)
  return (rest > 0 ? inAlphabet(rest) : '') + (ALPHABET[number % 32] ?? '')
}

/** Weighted by position, so that a wrong character and two swapped ones are both detected. */
function checkCharacter(body: string): string {
  const sum = [...body].reduce(
    (total, character, place) => total + (ALPHABET.indexOf(character) + 1) * (2 * place + 3),
    0
  )
  return ALPHABET[sum % 31] ?? ''
}
