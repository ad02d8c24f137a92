import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const run = (...words: string[]) => spawnSync('node', words, { encoding: 'utf8' })

test.each([
  ['backup', '--no-such-option'],
  ['publish', 'rollback', '--no-such-option'],
  ['doctor', 'an', 'argument', 'too', 'many']
])('%s with words that it does not know ends with 2 and says which', (name, ...words) => {
  const { status, stderr } = run(`scripts/${name}.ts`, ...words)
  expect(stderr).toMatch(/^error: /)
  expect(status).toBe(2)
})

test('asking for help is no fault', () => {
  const { status, stdout } = run('scripts/backup.ts', '--help')
  expect(stdout).toContain('Usage: backup')
  expect(status).toBe(0)
})

test('every command is made in the one place that sets the exit code', () => {
  const makers = readdirSync('scripts').filter(file =>
    /new Command\b/.test(readFileSync(`scripts/${file}`, 'utf8'))
  )
  expect(makers).toEqual(['command.ts'])
})
