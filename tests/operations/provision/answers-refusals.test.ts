// What a file of answers is refused for: each with its file and line, in plain words, and nothing is written.

import { symlinkSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  answerLine,
  answersCsv,
  openImportStore,
  WHOLE,
  type ImportStore
} from '#tests/support/answers-import.ts'
import { FILE, FOLDER, refusedBytes, refusedLines, visits } from '#tests/support/refused-answers.ts'

let store: ImportStore
beforeAll(async () => {
  store = await openImportStore()
})
afterAll(() => store.close())

async function expectNothingStored(): Promise<void> {
  for (const table of ['answers', 'section_submissions', 'submissions', 'lineages'] as const)
    expect(await store.database.selectFrom(table).selectAll().execute()).toEqual([])
}

/** Each in a file and for a submission of its own, so that one run reads them all. */
const cases = [...refusedLines, ...refusedBytes].map(([what, content, line, reason], index) => ({
  what,
  name: `${String(index).padStart(2, '0')}.csv`,
  content: typeof content === 'string' ? content.replaceAll(',M1,', `,M${index}00,`) : content,
  line,
  reason
}))

describe('Refused', () => {
  let lines: string[]
  beforeAll(async () => {
    lines = await store.run(Object.fromEntries(cases.map(({ name, content }) => [name, content])))
  })

  test.each(cases)('is $what', ({ name, line, reason }) => {
    const own = lines.filter(one => one.startsWith(`${FOLDER}/${name}:`) && one.includes(' refused answer: '))
    expect(own).toEqual([
      `${FOLDER}/${name}:${line} refused answer: ${reason.replace('a.csv', name)} [no answers]`
    ])
  })

  test('is the whole import if one line is wrong', async () => {
    expect(lines.at(-1)).toContain('Nothing was written, because something was refused.')
    await expectNothingStored()
  })
})

describe('In the folder of answers', () => {
  test.each([
    ['a zip archive', 'a.zip is not a CSV file', (folder: string) => mkdirSync(join(folder, 'a.zip'))],
    [
      'a folder',
      'projects/visitors/answers/a.csv is a folder, not a file',
      (folder: string) => mkdirSync(join(folder, 'a.csv'))
    ],
    [
      'a link',
      'projects/visitors/answers/a.csv is a link',
      (folder: string) => symlinkSync('/etc/passwd', join(folder, 'a.csv'))
    ]
  ])('%s is refused before anything is read', async (_, reason, write) => {
    const [fault, ...more] = await store.run({}, {}, write)
    expect(fault).toContain(reason)
    expect(more).toEqual([])
  })
})

test('A section in two files is refused, and so is every other line at once', async () => {
  const lines = await store.run({ 'a.csv': WHOLE, 'b.csv': WHOLE, 'c.csv': visits({ period: 'x' }) })
  expect(lines.slice(0, -1)).toEqual([
    expect.stringContaining('a.csv:2 new answers of visitors › 2026 › visits_and_cost'),
    `projects/visitors/answers/b.csv:2 refused answer: other lines of this section are at ${FILE}:2; keep all lines of a section together [no answers]`,
    'projects/visitors/answers/c.csv:2 refused answer: there is no period "x" [no answers]'
  ])
  await expectNothingStored()
})

test('Of a million wrong lines a hundred are reported', async () => {
  const wrong = answerLine('visits', 'x')
  const lines = await store.run({
    'a.csv': answersCsv(...Array.from({ length: 3000 }, (_, index) => wrong.replace('M1', `M${index}`)))
  })
  expect(lines).toHaveLength(102)
  expect(lines.at(-2)).toContain('100 lines are refused; the remaining lines were not read')
  await expectNothingStored()
})
