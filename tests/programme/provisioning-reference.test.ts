// Everything that is written by hand is documented: fields in editors, their values in the reference.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ParameterRole } from '#contract/chart-parameters.ts'
import { QuestionType } from '#contract/questionnaires.ts'
import { questionTypeNames } from '#domain/answers/question-type-names.ts'
import { parseExpression } from '#domain/formulas/expression-syntax.ts'
import { ROLE_TYPES } from '#domain/people/roles.ts'
import { heads } from '#domain/questionnaires/structure-file/columns.ts'
import { fileKinds, jsonSchemaOf } from '#operations/provision/files/shapes.ts'
import { programmeJsonSchema } from '#programme/json-schema.ts'

interface Described {
  name: string
  description: string | undefined
}

function fieldsIn(schema: unknown): Described[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap(fieldsIn)
  const { properties, ...others } = schema as { properties?: Record<string, { description?: string }> }
  const own = Object.entries(properties ?? {}).flatMap(([name, field]) => [
    { name, description: field.description },
    ...fieldsIn(field)
  ])
  return [...own, ...Object.values(others).flatMap(fieldsIn)]
}

const reference = readFileSync('docs/provisioning-reference.md', 'utf8')

test.each([
  ['programmes/schema.json', fieldsIn(JSON.parse(programmeJsonSchema()))],
  ['the schemas of provisioning', fileKinds.flatMap(kind => fieldsIn(JSON.parse(jsonSchemaOf(kind))))]
])('every field of %s is described', (_name, fields) => {
  expect(fields.length).toBeGreaterThan(25)
  expect(fields.filter(({ description }) => !description)).toEqual([])
})

test('the reference lists every question type, role, series and heading by its name', () => {
  for (const type of QuestionType.options)
    expect(reference).toMatch(new RegExp(`^\\| \`${type}\` \\| ${questionTypeNames[type]} \\|`, 'm'))
  for (const role of ParameterRole.options) expect(reference).toMatch(new RegExp(`^\\| \`${role}\` \\|`, 'm'))
  for (const { id, name } of ROLE_TYPES) expect(reference).toContain(`| ${id} | ${name} |`)
  const headings = /## Columns of a workbook([\s\S]*)/.exec(reference)?.[1] ?? ''
  for (const heading of Object.values(heads)) expect(headings).toMatch(new RegExp(`[|,] ${heading}[ ,]`))
})

test('the reference names the functions of formulas, and no other is known', () => {
  const written = [...reference.matchAll(/`([a-z]+)\(…/g)].map(([, name]) => name ?? '')
  expect(new Set(written)).toEqual(new Set(['sum', 'blank']))
  for (const name of written) expect(parseExpression(`${name}(q1)`).kind).toBe(name)
  for (const name of ['min', 'max', 'round', 'abs', 'mean', 'if', 'count'])
    expect(() => parseExpression(`${name}(q1)`)).toThrow('is not a known name')
})
