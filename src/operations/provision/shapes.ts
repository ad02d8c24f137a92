// The shapes of the files, made from the kinds: what is read is checked by them, and editors by the JSON Schemas that are written from them.
import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { ProjectCode } from '#contract/codes.ts'
import { describeSchema } from '#lib/describe-schema.ts'
import { describeFileField } from './field-descriptions.ts'
import { Name, type Json } from './fields.ts'
import { nameField, type Kind, type KindName } from './kind.ts'
import { kinds } from './kinds.ts'

/** A reference's field: `time_period_id` is named in files as `time_period`. */
export const refField = (column: string): string => column.replace(/_id$/, '')

export type Node = string | NodeObject
export interface NodeObject {
  [field: string]: Json | undefined
}

const list = (kind: KindName): v.GenericSchema => v.exactOptional(v.array(schemaOf(kind)))

export function schemaOf(name: KindName, without: readonly string[] = []): v.GenericSchema {
  const kind = kinds[name]
  const named = nameField(kind)
  if (kind.isText && named === undefined) return Name(1000)
  if (kind.isText) return v.union([Name(1000), v.strictObject(entriesOf(kind, without))])
  return v.strictObject(entriesOf(kind, without))
}

function entriesOf(kind: Kind, without: readonly string[]): Record<string, v.GenericSchema> {
  const { fields, refs = {}, children = {} } = kind
  const entries: [string, v.GenericSchema][] = [
    ...Object.entries(refs).map(([column, reference]): [string, v.GenericSchema] => [
      refField(column),
      reference.isRequired ? Name(1000) : v.exactOptional(v.nullable(Name(1000)))
    ]),
    ...(Object.values(refs).some(({ isOfGrid }) => isOfGrid)
      ? [['at', v.exactOptional(Name(1000))] as [string, v.GenericSchema]]
      : []),
    ...Object.entries(fields).map(([column, { schema }]): [string, v.GenericSchema] => [column, schema]),
    ...(nameField(kind) === undefined
      ? []
      : [['was', v.exactOptional(Name(1000))] as [string, v.GenericSchema]]),
    ...Object.entries(children).map(([field, child]): [string, v.GenericSchema] => [field, list(child)])
  ]
  return Object.fromEntries(entries.filter(([field]) => !without.includes(field)))
}

const entries = (name: KindName, without: readonly string[] = []) => entriesOf(kinds[name], without)
const $schema = v.optional(v.string())
/** A valid name of a file or folder in the content folder. */
export const FileName = v.pipe(Name(80), v.regex(/^[^/\\.][^/\\]*$/, 'must be a name without / and \\'))
const names = v.exactOptional(v.array(FileName))

/** A document's file, if it is not `documents/<file_name>` beside this one. */
const document = v.strictObject({ ...entries('documents'), file: v.optional(Name(500)) })
const documents = v.exactOptional(v.array(document))
const questions = list('questions')

export const fileSchemas = {
  programme: v.strictObject({
    $schema,
    /** The code of its file in programmes/. */
    programme: Name(40),
    time_periods: list('time_periods'),
    filters: list('filters'),
    documents,
    /** Folders in projects/, in their order. */
    projects: v.exactOptional(v.array(ProjectCode))
  }),
  project: v.strictObject({
    $schema,
    ...entries('projects', ['project_code']),
    documents,
    /** Files in questionnaires/ without .json, in their order. */
    questionnaires: names
  }),
  questionnaire: v.strictObject({
    $schema,
    ...entries('questionnaires'),
    questions,
    /** A workbook beside this file, in place of questions and sections. */
    workbook: v.optional(
      v.pipe(Name(200), v.regex(/^[^/\\]+\.xlsx$/i, 'must be a file ending in .xlsx beside this one'))
    )
  }),
  charts: v.strictObject({ $schema, collections: list('collections'), charts: list('charts') })
} as const

export type FileKind = keyof typeof fileSchemas
export const fileKinds = Object.keys(fileSchemas) as FileKind[]

/** By which editors complete and check a file. What it cannot express is checked when the file is read. */
export const jsonSchemaOf = (kind: FileKind): string =>
  `${JSON.stringify({ ...editorSchema(kind), title: `${kind}.json` }, null, 2)}\n`

const editorSchema = (kind: FileKind): object =>
  describeSchema(
    toJsonSchema(fileSchemas[kind], { typeMode: 'input', errorMode: 'ignore' }),
    describeFileField
  )
