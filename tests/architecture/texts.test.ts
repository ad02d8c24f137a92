// Texts on screen are plain: one word for one thing, and no banned words.

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { textsOf, visibleTexts } from '#scripts/visible-texts.ts'

const specification = readFileSync('docs/specification.md', 'utf8')

/** Texts from the specification are verbatim; its copy here shortens this one. */
const fixed = ['This website is under construction and not mobile ready. Please use a desktop browser']

const ours = visibleTexts().filter(
  ({ text }) => !specification.includes(text.trim()) && !fixed.some(start => text.startsWith(start))
)

const banned: Record<string, RegExp> = {
  'please: leave it out': /\bplease\b/i,
  'not possible: say invalid, or what to enter': /\bnot possible\b/i,
  'needed: say required': /\b(?:is|are|An answer is) needed\b|^needed\b/i,
  'begun: say started': /\bbegun\b/i,
  'meanwhile: say what has changed': /\bmeanwhile\b/i,
  'worked out: say calculated': /\bworked out\b/i,
  'bring back or in: say restore or upload': /\b(?:bring|brings|brought) (?:\S+ )?(?:back|in)\b/i,
  'take back: say undo, revoke or cancel': /\b(?:take|taken|takes) (?:\S+ )?back\b/i,
  'stands: say is': /\b(?:stands?|stood)\b(?!-| out)/i,
  'mail: say email': /\b(?:an?|the|by|your|in) mails?\b(?! server)|\bmails\b/i,
  'somebody: say someone': /\b(?:some|any|every)body\b/i,
  'signed in: say logged in': /\bsign(?:s|ed)? in\b/i,
  'is answered with: say responds with': /\bis answered with\b/i,
  'anew: say again': /\banew\b/i,
  'take out: say remove': /\b(?:take|took|taken) (?:\S+ )*out\b/i,
  'one a line: say one per line': /\bone \S+ a (?:line|row)\b|\bone a (?:line|row)\b/i,
  'are no counts: say are not counts': /\b(?:are|is) no (?:counts|conflict|values of)\b|\bbut no\b/i,
  'is called: say matches': /\b(?:nothing|no \S+) is called\b/i,
  'of now, of before: say current, earlier': /\bof (?:now|before)\b/i,
  'a space before %: close it up': /[\d…] %/,
  'per cent: write %': /\bper cent\b/i,
  'n left: say to do': /^… left\b|… left (?:here|in)\b/,
  'second factor: say two-factor authentication': /\bsecond[- ]factors?\b|\b2FA\b/i,
  'no such: say not found': /\bno such\b/i,
  'can’t, don’t, it’s: write cannot, do not, it is': /\b\w+n[’']t\b|\bit[’']s\b/i,
  'check the connection: say your connection': /\bcheck the connection\b/i,
  'an admin of the programme: say a programme admin': /\badmins? of the programme\b/i
}

/** What the interface said once, and the clearer sentence that took its place. */
const replaced: Record<string, RegExp> = {
  'your role can read: say what the reader can do': /\bYour role can read\b|\bYou can read (?:it|this)\b/,
  'everyone else, the others, own peers: say peers, all other wards':
    /\beveryone else\b|\bthan the others\b|\bmedian of the others\b|\bown peers\b|\bagainst everyone\b/i,
  'against the mean: say compared with': /\bagainst the (?:mean|median)\b|^From the median/i,
  'numbered quarters: say lower middle, upper middle': /\b(?:[1-4](?:st|nd|rd|th)) quarter\b/,
  'highest first: say sorted highest to lowest': /\bhighest first\b/i,
  'held back: say not shown': /\bheld back\b/i,
  'cannot be drawn here, cannot be chosen: say what is missing': /\bcannot be (?:drawn here|chosen)\b/i,
  'they stay as they are: say what stays': /\bstay as they are\b/i,
  'from before, continued: name the period': /^… (?:from before|continued)$/,
  'none chosen: say all, or choose': /\bnone chosen\b|\bNo organisation is chosen\b/i,
  'not sent yet, retrying in: say where answers are kept': /\bnot sent yet\b|\bretrying in\b/i,
  'nobody: say no one, or what there is none of': /\bnobody\b/i,
  'who is in it: say the group': /\bwho is in it\b/i,
  'or answer: say no figure?': /^Or answer$/,
  'what is asked: say questions': /^What is asked$|\bWhat there is to do\b|\bWhat this belongs\b/,
  'too many calls: say attempts': /\bToo many calls\b/i,
  'texts could not be loaded: say page': /\btexts could not be loaded\b/i,
  'it can be confirmed: say what': /^It can be confirmed/,
  'more than one example date': /2026-09-30 or/,
  'no signal: say no clear change': /\bNo signal\b/,
  'cells to do: say answers to do': /\bcells? to do\b/i,
  'answers behind: say figures': /\banswers behind\b/i,
  'cells are required, to check needs: say what is missing':
    /\bcells? (?:is|are) required\b|\bto check needs?\b|^Show the … to do$/,
  'collection has not started: say data collection': /^collection has not started/i,
  'it ranks: say better than how many': /^It ranks\b/,
  'will be saved when you log in: not true of the drafts of builders': /\bwill be saved when you log in\b/,
  'numerator outside of definitions and tables: say what is counted': /\bin the numerator\b/,
  'in the comparison: leave it out': /\borganisations? in the comparison\b/,
  'most similar to, alike on: say most like, similar on': /\bmost similar to\b|^Alike on\b/,
  'again, for a second password: say confirm': /^(?:New )?[Pp]assword again$/,
  'accepting the terms is required: say accept': /^Accepting the terms$/,
  'given in this period, so you cannot: say cannot be removed':
    /\bso you cannot remove it\b|\bYou cannot remove it because\b/,
  'guidance as HTML: use buttons': /\bYou can use <|^Shown under the section’s name\b.*</,
  'rank 1 is the lowest: say which end is best': /\brank 1 is the lowest\b/,
  'more, less of a definition: say method': /^(?:More|Less)$/,
  'others, of others: say peers':
    /\b(?:too few|no|fewer than …) others\b|\b(?:averages|denominators|figures) of others\b|\bothers’ (?:\S+ )?figures\b/i,
  'compare with everyone: say with all {submissions}':
    /\bcompared? with everyone\b|\bthe\S* everyone else\b/i,
  'the programme team, an admin: say programme admin':
    /\bprogramme (?:team|manager)s?\b|(?<!programme )\badmins?\b(?! (?:home|screen))|\badministrators?\b/i,
  'not taking part, take part again: say withdraw, register again':
    /\bnot taking part\b|\bdoes not take part\b|\btake part again\b/i,
  'withdraw, cancel a code: say revoke':
    /\b(?:withdr[ae]wn?|cancel(?:led)?) (?:this |the )?code\b|\bcode (?:was|is) withdrawn\b/i,
  'flagged figures, figures to check: say answers': /\bflagged figures?\b|\bfigures? to check\b/i,
  'a code of two-factor authentication: say six-digit code':
    /\bcode from (?:the app|your phone)\b(?<!six-digit code from (?:the app|your phone))|\btwo-factor\b(?! authentication)/i,
  'a date as yyyy-mm-dd: use the programme’s format':
    /\bsuch as \d{4}-\d{2}-\d{2}\b|\bas \d{4}-\d{2}-\d{2}\.|^day\/month\/year$/
}

/** The interface, what it shares with the server, and what the server says to people; the contract, the commands and the log have readers who work with code. */
const onScreen = ours.filter(
  ({ file }) =>
    /^src\/(?:browser|domain|pages|server)\//.test(file) &&
    !/^src\/server\/(?:http\/openapi\/|main\.ts|config\.ts|statement-limit\.ts|backup\/)/.test(file)
)

test.each(Object.entries(replaced))('on screen: %s', (_, pattern) => {
  const found = onScreen.filter(({ text }) => pattern.test(text))
  expect(found.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([])
})

test.each(Object.entries(banned))('%s', (_, pattern) => {
  const found = ours.filter(({ text }) => pattern.test(text))
  expect(found.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([])
})

test('a submission has the programme’s own word (domain/projects/submission-word.ts), except in what the server says and in files that are read back', () => {
  const others =
    /^scripts\/|^src\/(server|contract|demo|programme|sites)\/|^src\/domain\/projects\/registration\.ts|^src\/browser\/section\/workbook\/source\.ts|^src\/operations\/(provision\/(content-kinds|answers)\/|provision\/files\/shapes\.ts)|^src\/domain\/disclosure\/member-rule\.ts/
  const found = ours.filter(
    ({ file, text }) =>
      !others.test(file) && /\bsubmissions?\b/i.test(text.replaceAll(/\{(?:a )?submissions?\}/gi, ''))
  )
  expect(found.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([])
})

test('submissions are counted in the programme’s own word', () => {
  const files = globSync('src/browser/**/*.{ts,tsx}')
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter(file => /countOf\([^\n]*'submission'/.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('a count agrees with its noun: countOf, or a limit that is never 1', () => {
  const noun =
    /(?<!(?:least|most|than|from|of|all|the|first|only) )… (?:people|persons|cells|codes|wards|questions)\b/i
  const found = ours.filter(({ text }) => noun.test(text))
  expect(found.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([])
})

test('texts are found in markup, attributes, messages and templates, and classes are not', () => {
  const source = `
    const label = 'Try again'
    export const A = ({ n }) => <p className="text-small mb-2" title="Close it">Two words {\`\${n} codes\`}</p>
    throw new Error('for programmers')
    const hint = n ? 'No sub-sections yet' : 'grid gap-2 text-small'
    const more = 'and the sub-section is empty.'`
  expect(textsOf('a.tsx', source).map(({ text }) => text)).toEqual([
    'Try again',
    'Close it',
    'Two words',
    '… codes',
    'No sub-sections yet',
    'and the sub-section is empty.'
  ])
})

test('counts are written by formatCount, and names compared by compareNames', () => {
  const own = globSync(['src/**/*.{ts,tsx}', 'scripts/*.ts']).filter(
    file => !['src/lib/format.ts', 'src/lib/compare.ts'].includes(file)
  )
  const ways = /\.toLocaleString\('en(?:-GB)?'\)|name\.localeCompare\(|numeric: true/
  expect(own.filter(file => ways.test(readFileSync(file, 'utf8')))).toEqual([])
})
