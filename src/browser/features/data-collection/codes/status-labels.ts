import type { CaseCodeStatus } from '#contract/case-codes.ts'

export const codeStatusLabels: Record<
  CaseCodeStatus,
  { word: string; tone: 'neutral' | 'info' | 'ok' | 'warn' }
> = {
  unused: { word: 'Unused', tone: 'neutral' },
  started: { word: 'Started', tone: 'info' },
  completed: { word: 'Complete', tone: 'ok' },
  withdrawn: { word: 'Revoked', tone: 'warn' }
}
