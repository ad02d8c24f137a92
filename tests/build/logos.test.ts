import { describe, expect, test } from 'vitest'
import { faultsOf, logo, programmeJson } from '../support/programme-folder.ts'

/** What stands in the logo, and the fault that it must be refused for. */
const badLogos: [string, string, string][] = [
  ['script', '<script>alert(1)</script>', '2:1 <script> is not allowed in a logo'],
  ['event handler', '<rect onload="alert(1)"/>', '2:7 event handler "onload" is not allowed in a logo'],
  ['foreign object', '<foreignObject></foreignObject>', '2:1 <foreignObject> is not allowed in a logo'],
  ['image from elsewhere', '<image href="https://evil.example/x.png"/>', '2:8 external reference "href" is not allowed in a logo'],
  [
    'reference to elsewhere',
    '<use xlink:href="https://evil.example/x.svg#a"/>',
    '2:6 external reference "xlink:href" is not allowed in a logo'
  ],
  ['fill from elsewhere', '<rect fill="url(https://evil.example/x)"/>', '2:7 external reference in "fill" is not allowed in a logo'],
  ['hidden reference', '<rect style="fill:&#117;rl(//evil.example)"/>', '2:7 external reference in "style" is not allowed in a logo'],
  ['style element', '<style>@import "x"</style>', '2:1 <style> is not allowed in a logo'],
  ['animation', '<set attributeName="href" to="x"/>', '2:1 <set> is not allowed in a logo'],
  ['link', '<a href="javascript:1"><rect/></a>', '2:1 <a> is not allowed in a logo'],
  ['entity', '<title>&xxe;</title>', '2:8 an entity other than &amp; &lt; &gt; &quot; &apos; is not allowed'],
  ['document type', '<!DOCTYPE svg [<!ENTITY x "y">]>', '2:1 a document type is not allowed, because it can define entities'],
  ['CDATA', '<title><![CDATA[x]]></title>', '2:8 a CDATA section is not allowed'],
  ['element left open', '<g>', '2:1 <g> is not closed'],
  ['unquoted value', '<rect width=3/>', '2:1 this is not a well-formed tag']
]

describe('a logo', () => {
  test.each(badLogos)('with %s is refused', (_name, inner, fault) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30">\n${inner}\n</svg>`
    expect(faultsOf({ 'programmes/alpha.json': programmeJson(), 'public/images/logos/alpha.svg': svg })).toContain(
      `public/images/logos/alpha.svg:${fault}`
    )
  })

  test('that is missing is told at the programme', () => {
    expect(faultsOf({ 'programmes/alpha.json': programmeJson() })).toEqual([
      expect.stringMatching(/^programmes\/alpha\.json:1:1 the logo public\/images\/logos\/alpha\.svg is missing/)
    ])
  })

  test('that is no SVG or cannot be scaled is refused', () => {
    expect(faultsOf({ 'programmes/alpha.json': programmeJson(), 'public/images/logos/alpha.svg': '<html></html>' })).toContain(
      'public/images/logos/alpha.svg:1:1 the logo is not an SVG'
    )
    expect(
      faultsOf({ 'programmes/alpha.json': programmeJson(), 'public/images/logos/alpha.svg': logo.replace(/viewBox="[^"]*"/, '') })
    ).toContain('public/images/logos/alpha.svg:1:1 the <svg> has no viewBox, so it cannot be scaled')
  })
})
