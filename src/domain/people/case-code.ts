// Case codes, shared by the server, which generates them, and the pages, which ask for them.

import type { CaseCodeStatus } from '#contract/case-codes.ts'

/** A typed code as it is stored: upper case, no spaces or hyphens, O as 0, I and L as 1 (product 16). */
export function normaliseCaseCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[\s\-‐-―]+/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}

/** In groups of four, for reading out and printing; normalising removes the hyphens. */
export const formatCaseCode = (code: string): string => code.replaceAll(/.{4}(?=.)/g, '$&-')

/** Codes that were given out and still count: a withdrawn one takes no answers and is in no figure. */
export const ISSUED_STATUSES = ['unused', 'started', 'completed'] as const satisfies CaseCodeStatus[]
