// Commits explain themselves: the rule, the hook that applies it, and the commits since the rule began.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, cpSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findFaults } from '#scripts/commit-message.mjs'

/** The first commit that follows the rule. */
const FIRST = '754e5e559a4ddaad9915a6d01d5fcd072ca839ab'

describe('the rule', () => {
  test.each([
    'Charts: end an axis at the upper quarter',
    'Saving, queue: keep what a full disk refused\n\nA reason.\n',
    'Sites: embed the logo',
    'Tests: need one browser\n# A line of git\n',
    'Merge branch "main"',
    'Revert "A stop is seen when its upper and lower quarters are"'
  ])('takes %j', message => expect(findFaults(message)).toEqual([]))

  test.each([
    ['', /Begin the subject with the part/],
    ['A stop is seen when its upper and lower quarters are', /Begin the subject with the part/],
    ['Charts: the axis ends at the upper quarter', /imperative/],
    ['Charts: ended the axis', /imperative/],
    ['Charts: ending an axis', /imperative/],
    ['Charts: End an axis', /imperative/],
    ['Charts: end an axis.', /full stop/],
    [`Charts: end ${'x'.repeat(61)}`, /73 characters/],
    ['Charts: end an axis\nat the upper quarter', /second line/]
  ])('refuses %j', (message, fault) => expect(findFaults(message).join('\n')).toMatch(fault))
})

const folder = mkdtempSync(join(tmpdir(), 'commits-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the hook, once installed, refuses such a commit and accepts another', () => {
  cpSync('scripts/commit-message.mjs', join(folder, 'scripts/commit-message.mjs'))
  cpSync('.githooks', join(folder, '.githooks'), { recursive: true })
  const git = (...words: string[]) =>
    spawnSync('git', ['-c', 'user.name=Anna', '-c', 'user.email=anna@wards.example', ...words], {
      cwd: folder,
      encoding: 'utf8'
    })
  git('init', '--quiet')
  spawnSync('node', ['scripts/commit-message.mjs', '--install'], { cwd: folder })
  writeFileSync(join(folder, 'file'), '')
  git('add', 'file')
  expect(git('commit', '-m', 'An axis ends')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Begin the subject with the part')
  })
  expect(git('commit', '-m', 'Charts: end an axis').status).toBe(0)
})

test('each commit since then follows the rule', context => {
  const isKnown = spawnSync('git', ['merge-base', '--is-ancestor', FIRST, 'HEAD']).status === 0
  context.skip(!isKnown, 'the history of this checkout does not reach the first commit under the rule')
  const log = execFileSync('git', ['log', '--format=%B%x00', `${FIRST}^..HEAD`], { encoding: 'utf8' })
  const messages = log.split('\0').filter(message => message.trim() !== '')
  const faulty = messages.map(message => ({ message, faults: findFaults(message) }))
  expect(faulty.filter(({ faults }) => faults.length > 0)).toEqual([])
})
