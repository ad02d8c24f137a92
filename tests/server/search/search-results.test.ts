// What a result of the search says and where it leads.

import { expect, test } from 'vitest'
import { paths } from '#programme/paths.ts'
import { sitePaths } from '#server/search/site-paths.ts'
import { snippetOf } from '#server/search/snippet.ts'

test('results are spelled as the site spells its addresses', () => {
  expect(sitePaths.documents()).toBe(paths.documents())
  expect(sitePaths.project('ä b')).toBe(paths.project('ä b'))
  expect(sitePaths.dataCollection('x')).toBe(paths.dataCollection('x'))
  expect(sitePaths.section('x', 1, 2, 3)).toBe(paths.section('x', 1, 2, 3))
  expect(sitePaths.explorerDetail('x', 'results', 'a/b', 4)).toBe(
    paths.explorerDetail('x', 'results', 'a/b', 4)
  )
})

test('a snippet stands around the first word that was found', () => {
  expect(snippetOf('short  text\n&amp; more', ['text'])).toBe('short text & more')
  const long = `${'before '.repeat(40)}needle ${'after '.repeat(60)}`
  const snippet = snippetOf(long, ['NEEDLE'])
  expect(snippet).toMatch(/^… before .*needle after .* …$/)
  expect(snippet.length).toBeLessThan(200)
  expect(snippetOf(long, ['absent'])).toMatch(/^before .* …$/)
})
