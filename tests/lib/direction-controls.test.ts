import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import { plainSentence } from '#browser/charts/words/sentence.ts'
import { parseJson, withoutDirectionControls } from '#lib/text/direction-controls.ts'
import { chartAnswer, PERIOD } from '#tests/support/chart-reply.ts'

const CONTROLS = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069']
const hostileName = fc
  .array(
    fc.oneof(
      fc.constantFrom(...CONTROLS),
      fc.constantFrom('\\', '"', 'u202e', 'Ward', ' ', '4B', '\u200f', 'מחלקה')
    ),
    {
      maxLength: 12
    }
  )
  .map(pieces => pieces.join(''))
const hasControl = (text: string): boolean => CONTROLS.some(control => text.includes(control))

test('incoming names cannot reverse a sentence, and everything else in them stays', () => {
  fc.assert(
    fc.property(hostileName, name => {
      const data = chartAnswer({ values: [1, 2, 3, 4, 5, 6, 7], names: [name, name] })
      const escaped = JSON.stringify(data).replaceAll(
        /[\u202a-\u202e\u2066-\u2069]/g,
        one => `\\u${one.charCodeAt(0).toString(16)}`
      )
      for (const json of [JSON.stringify(data), escaped]) {
        const read = parseJson(json) as typeof data
        expect(hasControl(plainSentence(chartViewOf(read, PERIOD)))).toBe(false)
        const bare = CONTROLS.reduce((text, control) => text.replaceAll(control, ''), name)
        expect(read.series[0]?.values[0]?.submission_name).toBe(bare)
        expect(withoutDirectionControls(name)).toBe(bare)
      }
    })
  )
})
