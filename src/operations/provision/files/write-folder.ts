// Writes the content of a programme as a folder that can be provisioned.

import * as v from 'valibot'
import type { KindName } from '#operations/provision/content-kinds/definition.ts'
import { contentKinds } from '#operations/provision/content-kinds/registry.ts'
import {
  ancestor,
  nameOfKey,
  rowsUnder,
  type ContentTree,
  type ContentRow
} from '#operations/provision/content.ts'
import type { FieldJson } from '#operations/provision/fields.ts'
import { ORGANISATIONS_FILE, organisationsFile } from './organisations-file.ts'
import { nameOfGridCell } from './places.ts'
import { fileKinds, jsonSchemaOf, refField, type FileKind, type NodeObject } from './shapes.ts'

/** The files of the folder: texts by path, and the key of each document's row by path. */
export interface Folder {
  texts: Map<string, string>
  documents: Map<string, string>
}

export function contentFolder(content: ContentTree, programme: string): Folder {
  const folder: Folder = { texts: new Map(), documents: new Map() }
  for (const kind of fileKinds) folder.texts.set(`schemas/${kind}.json`, jsonSchemaOf(kind))
  const write = (path: string, kind: FileKind, fields: NodeObject): void => {
    const up = '../'.repeat(path.split('/').length - 1) || '../'
    folder.texts.set(path, `${printJson({ $schema: `${up}schemas/${kind}.json`, ...fields })}\n`)
  }
  const top = (kind: KindName): FieldJson => nodesOf(content, kind, '')
  write('programme.json', 'programme', {
    programme,
    time_periods: top('time_periods'),
    filters: top('filters'),
    documents: documentsOf(content, '', '', folder),
    projects: [...content.projects.values()].map(project => nameOfKey(project.key))
  })
  folder.texts.set(ORGANISATIONS_FILE, organisationsFile(content))
  for (const project of content.projects.values()) writeProject(content, project, folder, write)
  return folder
}

type Write = (path: string, kind: FileKind, fields: NodeObject) => void

function writeProject(content: ContentTree, project: ContentRow, folder: Folder, write: Write): void {
  const root = `projects/${nameOfKey(project.key)}`
  const questionnaires = rowsUnder(content, 'questionnaires', project.key)
  const files = fileNames(questionnaires)
  const {
    project_code: _code,
    questions: _questions,
    documents: _documents,
    ...fields
  } = nodeOf(content, project)
  const asked = questionsByQuestionnaire(content, project)
  const unasked = asked.get('') ?? []
  const documents = documentsOf(content, root, project.key, folder)
  write(`${root}/project.json`, 'project', {
    ...fields,
    ...(documents.length > 0 && { documents }),
    ...(unasked.length > 0 && { questions: unasked }),
    ...(files.length > 0 && { questionnaires: files })
  })
  for (const [index, questionnaire] of questionnaires.entries()) {
    const { sections, ...settings } = nodeOf(content, questionnaire)
    const questions = asked.get(questionnaire.key) ?? []
    write(`${root}/questionnaires/${files[index]}.json`, 'questionnaire', {
      ...settings,
      ...(questions.length > 0 && { questions }),
      ...(sections !== undefined && { sections })
    })
  }
  const [collections, charts] = (['collections', 'charts'] as const).map(kind =>
    nodesOf(content, kind, project.key)
  )
  if ([collections, charts].some(list => list !== undefined && list.length > 0))
    write(`${root}/charts.json`, 'charts', { collections, charts })
}

/** Questions by the first questionnaire that asks them; '' for those that none asks. */
function questionsByQuestionnaire(content: ContentTree, project: ContentRow): Map<string, NodeObject[]> {
  const first = new Map<string, string>()
  for (const { key, refs } of content.question_memberships.values()) {
    const question = refs['question_id'] ?? ''
    const questionnaires = [...content.questionnaires.keys()]
    const here = ancestor(key, 'questionnaires')
    const before = first.get(question)
    if (before === undefined || questionnaires.indexOf(here) < questionnaires.indexOf(before))
      first.set(question, here)
  }
  const groups = Map.groupBy(rowsUnder(content, 'questions', project.key), ({ key }) => first.get(key) ?? '')
  return new Map([...groups].map(([key, rows]) => [key, rows.map(row => nodeOf(content, row))]))
}

const nodesOf = (content: ContentTree, kind: KindName, parent: string): FieldJson[] =>
  rowsUnder(content, kind, parent).flatMap((row): FieldJson[] => {
    if (contentKinds[kind].isText) return [linkText(row)]
    const node = nodeOf(content, row)
    const place = kind === 'chart_parameters' ? nameOfGridCell(content, row) : {}
    return place === undefined ? [] : [{ ...node, ...place }]
  })

function linkText({ kind, refs, values }: ContentRow): string {
  const [ref] = Object.values(refs)
  const [value] = Object.values(values)
  return contentKinds[kind].refs === undefined ? (value as string) : nameOfKey(ref ?? '')
}

/** The fields that differ from their defaults. */
function nodeOf(content: ContentTree, row: ContentRow): NodeObject {
  const { fields, children = {} } = contentKinds[row.kind]
  const values = Object.entries(fields)
    .map(([column, field]) => ({
      column,
      field,
      value: orderFields(field.schema, row.values[column] ?? null)
    }))
    .filter(({ field, value }) => JSON.stringify(value) !== JSON.stringify(field.missing))
  const lists = Object.entries(children)
    .map(([field, kind]) => [field, nodesOf(content, kind, row.key)] as const)
    .filter(([, list]) => list.length > 0)
  return {
    ...referenceNames(content, row),
    ...Object.fromEntries(values.map(({ column, value }) => [column, value])),
    ...Object.fromEntries(lists)
  }
}

/** Names of the rows that it refers to, except cells of grids, which places.ts names. */
function referenceNames(content: ContentTree, row: ContentRow): NodeObject {
  const refs = Object.entries(contentKinds[row.kind].refs ?? {}).filter(
    ([, { isOfGrid }]) => isOfGrid !== true
  )
  return Object.fromEntries(
    refs.flatMap(([column, { kind }]) => {
      const key = row.refs[column] ?? ''
      return content[kind].has(key) ? [[refField(column), nameOfKey(key)]] : []
    })
  )
}

/** Orders the fields of an object as its schema does: the database has its own order. */
function orderFields(schema: v.GenericSchema, value: FieldJson): FieldJson {
  const read = typeof value === 'object' ? v.safeParse(schema, value) : undefined
  return read?.success === true ? (read.output as FieldJson) : value
}

function documentsOf(content: ContentTree, root: string, parent: string, folder: Folder): NodeObject[] {
  const inside = root === '' ? 'documents' : `${root}/documents`
  return rowsUnder(content, 'documents', parent).map(row => {
    const name = (row.values['file_name'] as string).replaceAll(/[/\\]|^\.+/g, '_')
    let free = name
    for (let number = 2; folder.documents.has(`${inside}/${free}`); number++)
      free = name.replace(/(\.[^.]*)?$/, ending => `-${number}${ending}`)
    folder.documents.set(`${inside}/${free}`, row.key)
    return { ...nodeOf(content, row), ...(free !== row.values['file_name'] && { file: `documents/${free}` }) }
  })
}

const WIDTH = 110

/** Formats JSON, with what fits on one line. */
function printJson(value: FieldJson | undefined, indent = ''): string {
  const line = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ')
  if (typeof value !== 'object' || value === null || (indent !== '' && indent.length + line.length <= WIDTH))
    return line
  const deeper = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map(one => printJson(one, deeper))
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([name, one]) => `${JSON.stringify(name)}: ${printJson(one, deeper)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return parts.length === 0
    ? `${open}${close}`
    : `${open}\n${deeper}${parts.join(`,\n${deeper}`)}\n${indent}${close}`
}

/** `Staffing and skill mix` becomes staffing-and-skill-mix. */
function fileNames(rows: readonly ContentRow[]): string[] {
  const names: string[] = []
  for (const row of rows) {
    const words = nameOfKey(row.key)
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g)
    const plain = words?.join('-').slice(0, 60) ?? 'questionnaire'
    let name = plain
    for (let number = 2; names.includes(name); number++) name = `${plain}-${number}`
    names.push(name)
  }
  return names
}
