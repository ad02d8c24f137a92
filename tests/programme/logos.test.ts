import { describe, expect, test } from 'vitest'
import { faultsOf, logo, programmeJson } from '#tests/support/programme-folder.ts'

/** The hint of every fault. */
const HINT = '(mend or remove it, or save the logo again as “plain SVG”)'

/** Ten of ten of ten: a small file that kept browsers busy for minutes. */
const usesThatMultiply = Array.from({ length: 9 }, (_, level) => {
  const inner = level === 0 ? '<path d="M0 0h9"/>' : `<use href="#g${level - 1}"/>`.repeat(10)
  return `<g id="g${level}">${inner}</g>`
}).join('')

/** Content of the logo, and the fault that must be reported for it. */
const badLogos: [string, string, string][] = [
  ['script', '<script>alert(1)</script>', '2:1 <script> is not allowed in a logo'],
  ['event handler', '<rect onload="alert(1)"/>', '2:7 event handler "onload" is not allowed in a logo'],
  ['foreign object', '<foreignObject></foreignObject>', '2:1 <foreignObject> is not allowed in a logo'],
  [
    'image from elsewhere',
    '<image href="https://evil.example/x.png"/>',
    '2:8 external reference "href" is not allowed in a logo'
  ],
  [
    'reference to elsewhere',
    '<use xlink:href="https://evil.example/x.svg#a"/>',
    '2:6 external reference "xlink:href" is not allowed in a logo'
  ],
  [
    'fill from elsewhere',
    '<rect fill="url(https://evil.example/x)"/>',
    '2:7 external reference in "fill" is not allowed in a logo'
  ],
  [
    'hidden reference',
    '<rect style="fill:&#117;rl(//evil.example)"/>',
    '2:7 external reference in "style" is not allowed in a logo'
  ],
  ['style element', '<style>@import "x"</style>', '2:1 <style> is not allowed in a logo'],
  ['animation', '<set attributeName="href" to="x"/>', '2:1 <set> is not allowed in a logo'],
  ['link', '<a href="javascript:1"><rect/></a>', '2:1 <a> is not allowed in a logo'],
  ['entity', '<title>&xxe;</title>', '2:8 an entity other than &amp; &lt; &gt; &quot; &apos; is not allowed'],
  [
    'document type',
    '<!DOCTYPE svg [<!ENTITY x "y">]>',
    '2:1 a document type is not allowed, because it can define entities'
  ],
  ['CDATA', '<title><![CDATA[x]]></title>', '2:8 a CDATA section is not allowed'],
  ['element left open', '<g>', '2:1 <g> is not closed'],
  [
    'an attribute twice',
    '<rect width="3" height="3" width="4"/>',
    '2:28 "width" occurs twice in one element'
  ],
  [
    'an undeclared prefix',
    '<use xlink:href="#a"/>',
    '2:6 the <svg> does not say what "xlink:" means (xmlns:xlink is missing)'
  ],
  [
    'nothing visible',
    '<defs><rect width="3" height="3"/></defs><g></g>',
    '1:1 the logo shows nothing: there is no shape with a colour in it'
  ],
  [
    'shapes without a colour',
    '<g fill="none"><rect width="3" height="3"/></g><rect width="3" height="3" style="stroke: none; fill: transparent"/>',
    '1:1 the logo shows nothing: there is no shape with a colour in it'
  ],
  ['a shape without a size', '<rect/>', '1:1 the logo shows nothing: there is no shape with a colour in it'],
  ['a use of itself', '<g id="a"><use href="#a"/></g>', '2:11 <use> refers back to itself'],
  [
    'a pattern of itself',
    '<pattern id="a"><rect width="1" height="1" fill="url(#a)"/></pattern><rect width="9" height="9" fill="url(#a)"/>',
    '2:17 <rect> refers back to itself'
  ],
  ['nested uses', usesThatMultiply, '2:1340 <use> draws more than 2000 shapes through references'],
  ['unquoted value', '<rect width=3/>', '2:1 this is not a well-formed tag']
]

describe('a logo', () => {
  test.each(badLogos)('with %s is refused', (_name, inner, fault) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30">\n${inner}\n</svg>`
    expect(
      faultsOf({ 'programmes/alpha.json': programmeJson(), 'public/images/logos/alpha.svg': svg })
    ).toContain(`public/images/logos/alpha.svg:${fault} ${HINT}`)
  })

  test.each([
    ['text before it', `text ${logo}`, '1:1 there is text before the <svg>'],
    ['text after it', logo.replace('</svg>', '</svg> text'), '1:97 there is text after the </svg>'],
    ['a second drawing', `${logo.trim()}<svg/>`, '1:97 <svg> is outside of the <svg>'],
    [
      'a viewBox without size',
      logo.replace('0 0 30 30', '0 0 0 0'),
      '1:1 the viewBox has no size, so the logo shows nothing'
    ]
  ])('with %s is refused', (_name, svg, fault) => {
    expect(
      faultsOf({ 'programmes/alpha.json': programmeJson(), 'public/images/logos/alpha.svg': svg })
    ).toContain(`public/images/logos/alpha.svg:${fault} ${HINT}`)
  })

  test('as drawing programs write it is valid', () => {
    const svg = `<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by hand -->\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 30 30">
<defs><linearGradient id="a"><stop offset="0"/></linearGradient><g id="b"><circle r="3" fill="url(#a)"/></g></defs><use xlink:href="#b" x="9"/><use href="#b"/></svg>\n<!-- end -->\n`
    expect(
      faultsOf({ 'programmes/alpha.json': programmeJson(), 'public/images/logos/alpha.svg': svg })
    ).toEqual([])
  })

  test('that is missing is reported at the programme', () => {
    expect(faultsOf({ 'programmes/alpha.json': programmeJson() })).toEqual([
      expect.stringMatching(
        /^programmes\/alpha\.json:1:1 the logo public\/images\/logos\/alpha\.svg is missing/
      )
    ])
  })

  test('that is not an SVG or cannot be scaled is refused', () => {
    expect(
      faultsOf({ 'programmes/alpha.json': programmeJson(), 'public/images/logos/alpha.svg': '<html></html>' })
    ).toContain(`public/images/logos/alpha.svg:1:1 the logo is not an SVG ${HINT}`)
    expect(
      faultsOf({
        'programmes/alpha.json': programmeJson(),
        'public/images/logos/alpha.svg': logo.replace(/viewBox="[^"]*"/, '')
      })
    ).toContain(`public/images/logos/alpha.svg:1:1 the <svg> has no viewBox, so it cannot be scaled ${HINT}`)
  })
})
