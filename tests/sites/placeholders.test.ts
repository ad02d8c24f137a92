import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Programme } from '#programme/schema.ts'
import { runtimeConfigJson } from '#sites/placeholders.ts'
import { validProgramme } from '#tests/support/valid-programme.ts'

test('no name of a programme can end the script that holds its configuration', () => {
  const name = '</script><script>alert(1)</script>'
  const programme = v.parse(Programme, JSON.parse(validProgramme))
  const json = runtimeConfigJson({ ...programme, programmeName: name }, '0a1b2c3d')
  expect(json).not.toContain('<')
  expect(JSON.parse(json)).toMatchObject({ programmeName: name })
})
