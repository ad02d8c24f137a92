// Untrusted input: files that are links, sockets, too large or elsewhere, and texts that would control a terminal.

import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { tooDeepAt } from '#lib/json-depth.ts'
import { printable, printableLine } from '#lib/text/printable.ts'
import { OutsideFolder } from '#outside/folder.ts'
import { writeNewFolder } from '#outside/new-folder.ts'
import { isPathInside } from '#outside/path-inside.ts'

const top = mkdtempSync(join(tmpdir(), 'outside-'))
afterAll(() => {
  socket.close()
  rmSync(top, { recursive: true })
})

const root = join(top, 'root')
mkdirSync(join(root, 'inside'), { recursive: true })
writeFileSync(join(top, 'secret.txt'), 'secret')
writeFileSync(join(root, 'inside/plain.txt'), 'plain')
symlinkSync(top, join(root, 'up'))
symlinkSync('inside', join(root, 'beside'))
symlinkSync('../secret.txt', join(root, 'linked.txt'))
symlinkSync('inside/plain.txt', join(root, 'own.txt'))
symlinkSync('nowhere', join(root, 'dangling.txt'))
const socket = createServer().listen(join(root, 'socket'))
await once(socket, 'listening')
const folder = new OutsideFolder(root)

test('a file of the folder is read, up to its limit', () => {
  expect(folder.read('inside/plain.txt', 5)).toMatchObject({ ok: true, value: Buffer.from('plain') })
  expect(folder.read('inside/plain.txt', 4)).toMatchObject({ ok: false, error: { reason: 'large' } })
  expect(folder.names('inside')).toMatchObject({ value: ['plain.txt'] })
  expect(folder.names('none')).toMatchObject({ value: [] })
})

test.each([
  ['../secret.txt', 'outside'],
  ['inside/../../secret.txt', 'outside'],
  ['/etc/passwd', 'outside'],
  ['inside//plain.txt', 'outside'],
  ['', 'outside'],
  ['up/secret.txt', 'link'],
  ['beside/plain.txt', 'link'],
  ['linked.txt', 'link'],
  ['own.txt', 'link'],
  ['dangling.txt', 'link'],
  ['inside', 'folder'],
  ['socket', 'special'],
  ['inside/none.txt', 'missing'],
  ['inside/plain.txt/more', 'missing']
])('%s is not read: %s', (path, reason) => {
  expect(folder.read(path, 1000)).toMatchObject({ ok: false, error: { reason } })
})

test('a folder behind a link is not listed', () => {
  expect(folder.names('up')).toMatchObject({ ok: false, error: { reason: 'link' } })
  expect(folder.has('up')).toBe(true)
  expect(folder.has('none')).toBe(false)
})

test('any path stays below its folder or is refused', () => {
  const part = fc.constantFrom('..', '.', '', 'a', '...', '..a', 'a..', '\\', '..\\', '\0', '%2e%2e')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), parts => {
      const path = parts.join('/')
      if (isPathInside(path)) expect(join('/top/root', path).startsWith('/top/root/')).toBe(true)
    })
  )
})

test('a new folder gets nothing if one of its paths leads out', () => {
  const made = join(top, 'made')
  const files = new Map([
    ['good.txt', 'good'],
    ['../bad.txt', 'bad']
  ])
  expect(() => writeNewFolder(made, files)).toThrow('"../bad.txt" leads out')
  expect(new OutsideFolder(top).has('made')).toBe(false)
  expect(new OutsideFolder(top).has('bad.txt')).toBe(false)
})

test('a new folder that cannot be finished keeps only what others have put there', () => {
  const parent = join(top, 'partly')
  const taken = join(parent, 'made/deep/taken.txt')
  mkdirSync(join(parent, 'made/deep'), { recursive: true })
  writeFileSync(taken, 'of others')
  const files = new Map([
    ['first.txt', 'first'],
    ['new/below/second.txt', 'second'],
    ['deep/taken.txt', 'third']
  ])
  expect(() => writeNewFolder(join(parent, 'made'), files)).toThrow('EEXIST')
  expect(readdirSync(parent, { recursive: true })).toEqual(['made', 'made/deep', 'made/deep/taken.txt'])
  expect(readFileSync(taken, 'utf8')).toBe('of others')
  const folders = new Map([
    ['a/b.txt', 'file'],
    ['a/b.txt/c.txt', 'in a file']
  ])
  expect(() => writeNewFolder(join(top, 'new/folder'), folders)).toThrow('EEXIST')
  expect(new OutsideFolder(top).has('new')).toBe(false)
})

test('depth is counted outside of strings, and without recursion', () => {
  expect(tooDeepAt('[[1],[2]]', 2)).toBe(null)
  expect(tooDeepAt('[[[1]]]', 2)).toBe(2)
  expect(tooDeepAt('["[[[\\"[["]', 1)).toBe(null)
  expect(tooDeepAt('['.repeat(1_000_000), 32)).toBe(32)
  const deep = fc.jsonValue({ maxDepth: 6 })
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
  fc.assert(
    fc.property(deep, fc.nat(6), (value, most) => {
      expect(tooDeepAt(JSON.stringify(value), most) === null).toBe(depthOf(value) <= most)
    })
  )
})

test('no control character reaches a terminal, and JSON keeps its meaning', () => {
  expect(printable('\u001b[2J\u009b31m\u007f\rok\n\tÄ')).toBe('\\u001b[2J\\u009b31m\\u007f\\u000dok\n\tÄ')
  expect(printableLine('a\nok b')).toBe('a\\u000aok b')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(printable(text)).not.toMatch(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u)
      expect(JSON.parse(printable(JSON.stringify(text)))).toBe(text)
    })
  )
})
