// What an owner writes by hand is described: each field in its editor, each word that a field can hold in the reference.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ParameterRole } from '#contract/chart-parameters.ts'
import { QuestionType } from '#contract/questionnaires.ts'
import { treeOf } from '#domain/formulas/expression-syntax.ts'
import { questionTypeNames } from '#domain/answers/question-type-names.ts'
import { ROLE_TYPES } from '#domain/people/roles.ts'
import { heads } from '#domain/questionnaires/structure-file/columns.ts'
import { programmeFieldDescriptions } from '#programme/field-descriptions.ts'
import { programmeJsonSchema } from '#programme/json-schema.ts'
import { fieldDescriptions } from '#operations/provision/field-descriptions.ts'
import { fileKinds, jsonSchemaOf } from '#operations/provision/shapes.ts'

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
  ['programmes/schema.json', fieldsIn(JSON.parse(programmeJsonSchema())), programmeFieldDescriptions],
  [
    'the schemas of provisioning',
    fileKinds.flatMap(kind => fieldsIn(JSON.parse(jsonSchemaOf(kind)))),
    fieldDescriptions
  ]
])('every field of %s is described, and nothing else is', (_name, fields, descriptions) => {
  expect(fields.length).toBeGreaterThan(25)
  expect(fields.filter(({ description }) => description === undefined)).toEqual([])
  const shown = new Set(fields.map(({ description }) => description))
  expect(Object.entries(descriptions).filter(([, text]) => !shown.has(text))).toEqual([])
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
  for (const name of written) expect(treeOf(`${name}(q1)`).kind).toBe(name)
  for (const name of ['min', 'max', 'round', 'abs', 'mean', 'if', 'count'])
    expect(() => treeOf(`${name}(q1)`)).toThrow('is not a known name')
})
