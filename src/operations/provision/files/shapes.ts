// The schemas of the files, made from the content kinds. Files are validated by them; editors use the JSON Schemas that are written from them.

import { toJsonSchema, type JsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { ProjectCode } from '#contract/codes.ts'
import { Name } from '#contract/fields.ts'
import { limitedList } from '#contract/list-limits.ts'
import { describe, describeChecks, describeFields } from '#lib/describe.ts'
import {
  nameField,
  type ContentKind,
  type KindName,
  type KindReference
} from '#operations/provision/content-kinds/definition.ts'
import { contentKinds } from '#operations/provision/content-kinds/registry.ts'
import type { FieldJson } from '#operations/provision/fields.ts'

/** A reference's field: `time_period_id` is named in files as `time_period`. */
export const refField = (column: string): string => column.replace(/_id$/, '')

export type GridNode = string | NodeObject
export interface NodeObject {
  [field: string]: FieldJson | undefined
}

const optionalField = (description: string | undefined, schema: v.GenericSchema): v.GenericSchema =>
  description === undefined ? v.exactOptional(schema) : describe(description, v.exactOptional(schema))

const optionalList = (kind: KindName): v.GenericSchema =>
  optionalField(contentKinds[kind].list, listSchema(kind, schemaOf(kind)))

function listSchema(kind: KindName, entry: v.GenericSchema): v.GenericSchema {
  const { most } = contentKinds[kind]
  return most === undefined ? v.array(entry) : limitedList(most, entry)
}

export function schemaOf(name: KindName): v.GenericSchema {
  const kind = contentKinds[name]
  const named = nameField(kind)
  const object = v.strictObject(shapeEntries(kind))
  if (!kind.isText) return object
  // A plain text is the name itself, or names another item.
  const text = named === undefined ? undefined : kind.fields[named]?.schema
  return text === undefined ? Name(1000) : v.union([text, object])
}

function shapeEntries(kind: ContentKind, without: readonly string[] = []): Record<string, v.GenericSchema> {
  const { fields, refs = {}, children = {} } = kind
  const isInGrid = Object.values(refs).some(({ isOfGrid }) => isOfGrid)
  const entries: [string, v.GenericSchema][] = [
    ...Object.entries(refs).map(([column, reference]): [string, v.GenericSchema] => [
      refField(column),
      refSchema(reference)
    ]),
    ...(isInGrid ? Object.entries({ at }) : []),
    ...Object.entries(fields).map(([column, { schema }]): [string, v.GenericSchema] => [column, schema]),
    ...(nameField(kind) === undefined ? [] : Object.entries({ was })),
    ...Object.entries(children).map(([field, child]): [string, v.GenericSchema] => [
      field,
      optionalList(child)
    ])
  ]
  return Object.fromEntries(entries.filter(([field]) => !without.includes(field)))
}

const refSchema = ({ description = '', isRequired }: KindReference): v.GenericSchema =>
  describe(description, isRequired ? Name(1000) : v.exactOptional(v.nullable(Name(1000))))

const at = optionalField(
  'The sub-section of the row and column, if several have rows or columns with these names.',
  Name(1000)
)
const was = optionalField(
  'Its former name, if it was renamed. It keeps everything that belongs to it.',
  Name(1000)
)
const entries = (name: KindName, without: readonly string[] = []) => shapeEntries(contentKinds[name], without)
const $schema = describe('The schema by which editors complete and check this file.', v.optional(v.string()))
/** A valid name of a file or folder in the content folder. */
export const FileName = v.pipe(Name(80), v.regex(/^[^/\\.][^/\\]*$/, 'must be a name without / and \\'))

const document = v.strictObject({
  ...entries('documents'),
  file: describe('The path of the file, if it is not documents/<file_name>.', v.optional(Name(500)))
})
const documentList = optionalField(contentKinds.documents.list, listSchema('documents', document))
const questions = optionalList('questions')

export const fileSchemas = {
  programme: v.strictObject({
    $schema,
    programme: describe('The code of the programme: the name of its file in programmes/.', Name(40)),
    time_periods: optionalList('time_periods'),
    filters: optionalList('filters'),
    documents: documentList,
    projects: optionalField(contentKinds.projects.list, listSchema('projects', ProjectCode))
  }),
  project: v.strictObject({
    $schema,
    ...entries('projects', ['project_code']),
    documents: documentList,
    questionnaires: optionalField(contentKinds.questionnaires.list, v.array(FileName))
  }),
  questionnaire: v.strictObject({
    $schema,
    ...entries('questionnaires'),
    questions,
    workbook: describe(
      'A workbook beside this file, with one question per line, in place of questions and sections.',
      v.optional(
        v.pipe(Name(200), v.regex(/^[^/\\]+\.xlsx$/i, 'must be a file ending in .xlsx beside this one'))
      )
    )
  }),
  charts: v.strictObject({
    $schema,
    collections: optionalList('collections'),
    charts: optionalList('charts')
  })
} as const

export type FileKind = keyof typeof fileSchemas
export const fileKinds = Object.keys(fileSchemas) as FileKind[]

/** Writes a value or null as one schema with two types, which editors show in one line. */
function typeOrNull({ anyOf, ...rest }: JsonSchema): JsonSchema | null {
  const [value, none, ...others] = (anyOf ?? []) as JsonSchema[]
  if (typeof value?.type !== 'string' || none?.type !== 'null' || others.length > 0) return null
  return { ...rest, ...value, type: [value.type, 'null'], ...(value.enum && { enum: [...value.enum, null] }) }
}

/** The JSON Schema by which editors complete and check a file. What it cannot express is checked when the file is read. */
export function jsonSchemaOf(kind: FileKind): string {
  const schema = toJsonSchema(fileSchemas[kind], {
    typeMode: 'input',
    errorMode: 'ignore',
    overrideAction: describeChecks,
    overrideSchema: context => describeFields(context) ?? typeOrNull(context.jsonSchema)
  })
  return `${JSON.stringify({ ...schema, title: `${kind}.json` }, null, 2)}\n`
}
