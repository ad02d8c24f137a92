// Names in markup: whatever they hold, a reader of the markup gets them back.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeEntities, escapeMarkup, textOfHtml } from '#lib/text/markup.ts'

test('decoding escaped text restores it', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'&<>"\'#;34ampltgt “”') }), text => {
      expect(decodeEntities(escapeMarkup(text))).toBe(text)
    })
  )
})

test('escaped text can neither open a tag nor end an attribute', () => {
  expect(escapeMarkup(`Ward "A" <b>& 'B'</b>`)).toBe("Ward &#34;A&#34; &lt;b&gt;&amp; 'B'&lt;/b&gt;")
})

test('every entity is one that plotly decodes, which knows numbers and a few names', () => {
  const entities = escapeMarkup('&<>"').match(/&[^;]+;/g)
  expect(entities).toHaveLength(4)
  for (const entity of entities ?? []) expect(entity).toMatch(/^&(#\d+|amp|lt|gt);$/)
})

test('the text of HTML has no tags, no entities and single spaces', () => {
  expect(textOfHtml('<p>One &amp;&nbsp;two</p>\n<p>&quot;It&#39;s&quot; &unknown;</p>')).toBe(
    `One & two "It's" &unknown;`
  )
})
