// Names as the field has them: what a newcomer searches for is found, and private words do not come back.
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

const files = globSync(['src/**/*.{ts,tsx}', 'scripts/**/*.ts'])
const sources = new Map(files.map(file => [file, readFileSync(file, 'utf8')]))

const declaration =
  /^(?:export )?(?:default )?(?:async )?(?:function|const|class|interface|type) ([A-Za-z_$][\w$]*)/gm

/** Names of files and of what they declare, in lower case without hyphens and underscores. */
const names = files.flatMap(file =>
  [
    basename(file).replace(/\..*/, ''),
    ...[...(sources.get(file) ?? '').matchAll(declaration)].map(match => match[1] ?? '')
  ].map(name => name.replaceAll(/[-_$]/g, '').toLowerCase())
)

test.each([
  'debounce',
  'throttle',
  'backoff',
  'retry',
  'idempotency',
  'optimistic',
  'merge',
  'conflict',
  'draft',
  'sync',
  'rate limit',
  'lockout',
  'tenant',
  'cache',
  'cleanup',
  'mail template',
  'transaction',
  'ownership',
  'escape',
  'truncate',
  'outlier',
  'dispose'
])('a search for "%s" finds a file or a declaration', word => {
  const wanted = word.replaceAll(' ', '')
  expect(names.filter(name => name.includes(wanted))).not.toEqual([])
})

const banned = [
  'SoundProgramme',
  'CannotStart',
  'StartFailure',
  'RareHosts',
  'hasNews',
  'guardText',
  'unguardText',
  'headsRow',
  'flagsOf',
  'Shades',
  'readShades',
  'atMost',
  'standingOut',
  'keptShell',
  'placesOf',
  'LastPlace',
  'FilterPlace',
  'CasePlace',
  'ChunkFailure',
  'MOST_\\w+',
  '\\w+_LIMIT(?= =)',
  // A place is an address, a scope, a position or a target.
  '(?<=(?:interface|type) )\\w*Places?',
  // What people read is a text, a label or a sentence.
  '\\w+[a-z]Words(?<!(?:personal|search|typed|in)Words)',
  'SECOND',
  'MINUTE',
  'DAY',
  'HOUR',
  'takeBack',
  'bringBack',
  'handOut',
  'leaveIfRefused',
  'writtenParts',
  'makesCell',
  'WholeBlocks',
  'Comparing',
  'refuseCircle',
  'refuseUnsound',
  'whyNothing',
  'whatIsLeft',
  'stayOn',
  'isThere'
]

test.each(banned)('the old word %s does not come back', word => {
  const pattern = new RegExp(`(?<![\\w$])${word}(?!\\w)`)
  expect(files.filter(file => pattern.test(sources.get(file) ?? ''))).toEqual([])
})

test('no two files of a folder differ by extension alone', () => {
  const stems = files.map(file => file.replace(/\.[a-z]+$/, ''))
  expect(stems.filter((stem, index) => stems.indexOf(stem) !== index)).toEqual([])
})
