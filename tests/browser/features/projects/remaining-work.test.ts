import { describe, expect, test } from 'vitest'
import {
  begunBy,
  continueLabel,
  latestChanges,
  remainingWorkText,
  commonLock,
  homeProgress,
  remainingSections,
  sortByWork,
  submissionWorkText,
  workLeftTitle,
  type SectionWork
} from '#browser/features/projects/home/remaining-work.ts'
import type { SectionCompletion } from '#contract/section-submissions.ts'

describe('what is left (product 23.8)', () => {
  const completion = (changes: Partial<SectionCompletion>): SectionCompletion => ({
    questionnaire_id: 1,
    section_id: 1,
    applicable_count: 48,
    answered_count: 37,
    required_remaining_count: 11,
    error_count: 0,
    warning_count: 2,
    comment_required_count: 2,
    completion_percent: 77,
    status: 'in_progress',
    updated_at: null,
    updated_by: null,
    updated_by_user_id: null,
    ...changes
  })
  const work = (sectionName: string, changes: Partial<SectionCompletion> = {}): SectionWork => ({
    submissionId: 4,
    submissionName: 'Ward 4B',
    questionnaireId: 1,
    sectionName,
    completion: completion(changes),
    lock: null,
    section: { status: 'in_progress', lock_reason: null }
  })

  test('the title counts what can be done now: after the close, what a correction window opens', () => {
    const open = homeProgress(4, 'Ward 4B', [work('Beds'), work('Staff')])
    const closed = homeProgress(5, 'Ward 9', [{ ...work('Beds'), lock: 'closed' }])
    const corrected = homeProgress(6, 'Ward 2A', [
      { ...work('Beds'), lock: 'closed' },
      work('Staff', { status: 'complete' })
    ])
    expect(workLeftTitle([open, closed])).toBe('26 answers to do in 1 of 2 submissions')
    expect(workLeftTitle([closed, corrected])).toBeNull()
    expect(workLeftTitle([closed])).toBeNull()
    expect(workLeftTitle([homeProgress(7, 'Ward 7', [work('Beds', { status: 'complete' })])])).toBe(
      'Every section is complete in 1 submission'
    )
  })

  test.each<[Partial<SectionCompletion>, string]>([
    [{}, '11 of 48 answers missing, 2 warnings need a comment'],
    [{ status: 'not_started', answered_count: 0 }, 'Nothing entered yet, 48 answers to do'],
    [{ answered_count: 48, comment_required_count: 1 }, '1 warning needs a comment'],
    [{ answered_count: 48, comment_required_count: 0 }, 'All answered, not marked complete'],
    [
      { error_count: 1, answered_count: 47, comment_required_count: 0 },
      '1 of 48 answers missing, 1 value to correct'
    ],
    [
      { applicable_count: 0, answered_count: 0, required_remaining_count: 0, status: 'not_started' },
      'Nothing entered yet, no answer is required'
    ],
    [
      {
        applicable_count: 0,
        answered_count: 0,
        required_remaining_count: 0,
        comment_required_count: 0
      },
      'Nothing entered yet, no answer is required'
    ]
  ])('%#', (changes, text) => {
    const one = work('Skill mix', changes)
    expect(remainingWorkText(one)).toBe(text)
  })

  test('a ward counts what can be done now, and says of the rest that it is closed', () => {
    const answered = { answered_count: 48, required_remaining_count: 0, comment_required_count: 0 }
    const closed: SectionWork = { ...work('Beds'), lock: 'closed' }
    const toMark: SectionWork = { ...work('Staff'), lock: 'complete_only' }
    const ward = (...sections: SectionWork[]) => homeProgress(4, 'Ward 4B', sections)
    expect(submissionWorkText(ward(closed, work('Staff')))).toBe('13 answers to do')
    expect(submissionWorkText(ward(closed, toMark))).toBe('Closed: 2 of 2 sections not complete')
    expect(submissionWorkText(ward(closed, { ...toMark, completion: completion(answered) }))).toBe(
      '1 section to mark complete'
    )
    expect(remainingWorkText(closed)).toBe('Closed: 37 of 48 answers')
    expect(remainingWorkText(toMark)).toBe('Closed: 37 of 48 answers')
    expect(remainingWorkText({ ...toMark, completion: completion(answered) })).toBe(
      'All answered, not marked complete'
    )
    expect(remainingWorkText({ ...work('Beds'), lock: 'read_only_role' })).toMatch(/missing/)
  })

  test('begun sections come first, the one nearest its end before the others; done ones are gone', () => {
    const submission = homeProgress(4, 'Ward 4B', [
      work('Absence', { status: 'not_started', answered_count: 0 }),
      work('Establishment', { status: 'complete', answered_count: 48 }),
      work('Skill mix'),
      work('Turnover', { answered_count: 46 })
    ])
    const left = remainingSections([submission])
    expect(left.map(({ sectionName }) => sectionName)).toEqual(['Turnover', 'Skill mix', 'Absence'])
    expect(left[0] && continueLabel(left[0])).toBe('Continue: Ward 4B, Turnover')
    expect(submission).toMatchObject({ percent: 68, remaining: { answers: 39, sections: 3 } })
  })

  test('who can only read is asked nothing, and where all is closed the reason is one', () => {
    const read = { ...work('Skill mix'), lock: 'read_only_role' } as const
    expect(
      remainingSections([homeProgress(4, 'Ward 4B', [read, { ...work('Absence'), lock: 'closed' }])])
    ).toEqual([read])
    const signed = { ...work('Turnover'), lock: 'signed_off' } as const
    expect(commonLock([homeProgress(4, 'Ward 4B', [signed, { ...work('Absence'), lock: 'closed' }])])).toBe(
      'closed'
    )
    expect(
      commonLock([homeProgress(4, 'Ward 4B', [read, { ...work('Absence'), lock: 'closed' }])])
    ).toBeNull()
    expect(
      commonLock([homeProgress(4, 'Ward 4B', [work('Skill mix'), { ...work('Absence'), lock: 'closed' }])])
    ).toBeNull()
  })

  const changed = (sectionName: string, by: [id: number, name: string], at: string): SectionWork =>
    work(sectionName, { updated_by_user_id: by[0], updated_by: by[1], updated_at: at })

  test('started sections first, only one’s own, and the latest changes', () => {
    const amara = [3, 'Amara Okafor'] as [number, string]
    const rolf = [8, 'Rolf Lindqvist'] as [number, string]
    const works = [
      work('Absence', { status: 'not_started', answered_count: 0 }),
      changed('Skill mix', rolf, '2026-11-19T10:00:00.000Z'),
      {
        ...changed('Turnover', amara, '2026-11-20T10:00:00.000Z'),
        submissionId: 5,
        submissionName: 'Ward 6'
      },
      changed('Narrative', rolf, '2026-11-18T10:00:00.000Z')
    ]
    const own = begunBy([homeProgress(4, 'Ward 4B', works)], 3)
    expect(own.map(({ sections }) => sections.map(({ sectionName }) => sectionName))).toEqual([['Turnover']])
    expect(sortByWork(works).map(({ sectionName }) => sectionName)).toEqual([
      'Skill mix',
      'Turnover',
      'Narrative',
      'Absence'
    ])
    const changes = latestChanges([homeProgress(4, 'Ward 4B', works)])
    expect(changes.map(change => change.work.sectionName)).toEqual(['Turnover', 'Skill mix', 'Narrative'])
  })

  test('answered is not complete', () => {
    const done = { answered_count: 48, required_remaining_count: 0, comment_required_count: 0 }
    const answered = work('Skill mix', done)
    expect(homeProgress(4, 'Ward 4B', [answered])).toMatchObject({
      remaining: { answers: 0, sections: 1 },
      isComplete: false
    })
    expect(
      homeProgress(4, 'Ward 4B', [work('Skill mix', { answered_count: 48, status: 'complete' })]).isComplete
    ).toBe(true)
  })

  test('the percent is floored, so 100 means done', () => {
    expect(homeProgress(1, 'W', [work('A', { applicable_count: 1000, answered_count: 999 })]).percent).toBe(
      99
    )
    expect(homeProgress(1, 'W', []).percent).toBe(0)
  })
})
