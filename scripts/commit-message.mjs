// Checks a commit's message. Git's commit-msg hook calls it with the file of the message, and `--install` sets that hook up. Plain JavaScript,
// because a hook runs on the Node that the machine happens to have.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const MAX_SUBJECT = 72
/** Imperatives that look like other forms. */
const IMPERATIVES = new Set(['bring', 'embed', 'ping', 'shed', 'spring', 'string'])
const GENERATED = /^(Merge|Revert|fixup!|squash!|amend!) /

/** The faults of a message, each with its correction. Messages that git writes itself have none. */
export function findFaults(message) {
  const [subject = '', second = ''] = message
    .split('\n')
    .filter(line => !line.startsWith('#'))
    .join('\n')
    .trim()
    .split('\n')
  if (GENERATED.test(subject)) return []
  const faults = []
  const length = [...subject].length
  if (length > MAX_SUBJECT) faults.push(`The subject has ${length} characters; use at most ${MAX_SUBJECT}.`)
  const [, verb] = /^[A-Z][^:]*: (\S+)/.exec(subject) ?? []
  if (verb === undefined)
    faults.push('Begin the subject with the part that changes and a colon, for example “Charts: end …”.')
  else if (!IMPERATIVES.has(verb) && /^[A-Z]|^(a|an|the)$|(?:[^e]ed|ing)$/.test(verb))
    faults.push(`Continue with an imperative in lower case: “add”, not “${verb}”.`)
  if (subject.endsWith('.')) faults.push('End the subject without a full stop.')
  if (second !== '') faults.push('Leave the second line empty; the reason follows in the body.')
  return faults
}

/** Lets git use the repository's hooks. Without a repository, as in a container image, there is nothing to do. */
function install(root) {
  if (existsSync(`${root}.git`))
    spawnSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: root, stdio: 'ignore' })
}

if (realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)) {
  const [word = ''] = process.argv.slice(2)
  if (word === '--install') install(fileURLToPath(new URL('../', import.meta.url)))
  else {
    const faults = findFaults(readFileSync(word, 'utf8'))
    for (const fault of faults) console.error(`commit-msg: ${fault}`)
    if (faults.length > 0) process.exitCode = 1
  }
}
