// The paths through the code in docs/architecture.md name files and functions that exist.

import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const [, ...paths] = readFileSync('docs/architecture.md', 'utf8').split(/^## From /m)

test('there are three paths', () => expect(paths).toHaveLength(3))

const steps = paths.flatMap(path =>
  [...path.matchAll(/^\d+\. (?:`([^`]+)` `([^`]+)`: )?/gm)].map(([line, file, name]) => ({
    line,
    file,
    name
  }))
)

test.each(steps)('$line', ({ file, name }) => {
  expect(file).toBeDefined()
  expect(existsSync(file!), `${file} exists`).toBe(true)
  expect(readFileSync(file!, 'utf8')).toMatch(new RegExp(`(?<![\\w-])${name}(?![\\w-])`))
})
