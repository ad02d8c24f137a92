// What a result of the search says and where it leads.

import { expect, test } from 'vitest'
import { snippetOf } from '#server/search/snippet.ts'

test('a snippet surrounds the first match', () => {
  expect(snippetOf('short  text\n&amp; more', ['text'])).toBe('short text & more')
  const long = `${'before '.repeat(40)}needle ${'after '.repeat(60)}`
  const snippet = snippetOf(long, ['NEEDLE'])
  expect(snippet).toMatch(/^… before .*needle after .* …$/)
  expect(snippet.length).toBeLessThan(200)
  expect(snippetOf(long, ['absent'])).toMatch(/^before .* …$/)
})
