import { expect, test } from 'vitest'
import type { SectionStatus } from '#contract/questionnaires.ts'
import { isSectionDone, remainingText, remainingWorkOf } from '#domain/questionnaires/section-work.ts'

const section = (status: SectionStatus, required_remaining_count = 0, comment_required_count = 0) => ({
  status,
  required_remaining_count,
  comment_required_count
})

test('a section is work until it is marked complete, and again once it is reopened', () => {
  const statuses = ['not_started', 'in_progress', 'complete', 'signed_off'] as const
  expect(statuses.map(isSectionDone)).toEqual([false, false, true, true])
  const textOf = (...sections: ReturnType<typeof section>[]) => remainingText(remainingWorkOf(sections))
  expect(textOf(section('complete'), section('signed_off'))).toBe('Nothing to do')
  expect(textOf(section('in_progress'), section('signed_off'))).toBe('1 section to mark complete')
  expect(textOf(section('not_started'), section('in_progress'))).toBe('2 sections to mark complete')
  expect(textOf(section('in_progress', 3, 1), section('not_started', 2))).toBe('6 answers to do')
})

test('a question that was added after a section was completed is no work before it is reopened', () => {
  expect(remainingWorkOf([section('complete', 2), section('signed_off', 1)])).toEqual({
    answers: 0,
    sections: 0
  })
})
