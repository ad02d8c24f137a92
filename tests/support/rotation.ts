// The part of many combinations that a run covers; `npm run test:long` covers all. The commit chooses it, so that a run can be repeated and another
// commit covers another part; `ROTATION=<the commit of a run> npm test` repeats that choice.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'

/** The commit that was checked out when the run began; a constant without a history. */
function findCommit(): string {
  const git = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
  return git.status === 0 ? git.stdout.trim() : 'no commit'
}

/** In the environment, so that all processes of a run choose the same. */
export const rotation = (process.env['ROTATION'] ??= findCommit())

/** A 32-bit hash of the rotation and the subject. */
export function turnOf(subject: string, turn = rotation): number {
  return createHash('sha256').update(`${turn} ${subject}`).digest().readUInt32BE()
}

/** One of several choices, evenly distributed over commits. */
export function chooseInTurn<Choice>(choices: readonly Choice[], subject: string, turn = rotation): Choice {
  if (choices.length === 0) throw new Error(`Nothing to choose from: ${subject}.`)
  // A choice may be undefined.
  return chooseSome(choices, 1, subject, turn)[0] as Choice
}

/** One of so many parts of all there is, as the commit chooses; all of it in the long tests. */
export const partInTurn = <Choice>(
  all: readonly Choice[],
  parts: number,
  subject: string
): readonly Choice[] => (process.env['LONG'] ? all : chooseSome(all, Math.ceil(all.length / parts), subject))

/** As many of some choices, in their own order: neighbours in a ring, so that each has its turn. */
export function chooseSome<Choice>(
  choices: readonly Choice[],
  count: number,
  subject: string,
  turn = rotation
): Choice[] {
  const first = turnOf(subject, turn) % choices.length
  return choices.filter((_, index) => (index - first + choices.length) % choices.length < count)
}

/** Every fifth of some choices, so that neighbours, which are alike, have different turns. */
export function fifthInTurn<Choice>(choices: readonly Choice[], subject: string, turn = rotation): Choice[] {
  const first = turnOf(subject, turn) % 5
  return choices.filter((_, index) => index % 5 === first)
}
