// How a case code is written and read. The server, which makes codes, and the pages, which ask for them, go by the same rule.

/** What a person typed, as it is stored: upper case, no spaces or hyphens, O as 0, I and L as 1 (product 16). */
export function normaliseCaseCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[\s\-‐-―]+/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}

/** In groups of four, as it is read out and printed; normalising takes the hyphens out again. */
export const formatCaseCode = (code: string): string => code.replaceAll(/.{4}(?=.)/g, '$&-')
