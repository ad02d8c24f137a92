// What is looked at today, where all of it is left to `npm run test:long`. The commit chooses, so that a run can be repeated and another commit looks
// at something else; `ROTATION=<the commit of a run> npm test` chooses as that run did.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'

/** The commit that was checked out when the run began; one fixed choice where there is no history. */
function findCommit(): string {
  const git = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
  return git.status === 0 ? git.stdout.trim() : 'no commit'
}

/** In the environment, so that each process of a run chooses alike. */
export const rotation = (process.env['ROTATION'] ??= findCommit())

/** A number of 32 bits that is another for each rotation and each subject. */
export function turnOf(subject: string, turn = rotation): number {
  return createHash('sha256').update(`${turn} ${subject}`).digest().readUInt32BE()
}

/** One of some choices; over the commits each is chosen as often as the others. */
export function chooseInTurn<Choice>(choices: readonly Choice[], subject: string, turn = rotation): Choice {
  const [choice] = chooseSome(choices, 1, subject, turn)
  if (choice === undefined) throw new Error(`Nothing to choose from: ${subject}.`)
  return choice
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
