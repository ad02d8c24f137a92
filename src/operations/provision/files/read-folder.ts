// Reads the folder of a programme: its content, or every fault of every file with its line.

import { createHash } from 'node:crypto'
import { basename, posix } from 'node:path'
import type * as v from 'valibot'
import { MAX_DOCUMENT_BYTES } from '#contract/limits.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { listAnswersFiles } from '#operations/provision/answers/answer-files.ts'
import { contentKindNames } from '#operations/provision/content-kinds/definition.ts'
import { contentKinds } from '#operations/provision/content-kinds/registry.ts'
import { nameOfKey, type ContentRow } from '#operations/provision/content.ts'
import {
  addNode,
  addNodes,
  checkReferences,
  emptyDesired,
  faultAt,
  listKey,
  sourceOf,
  type Desired,
  type DesiredRow
} from '#operations/provision/desired.ts'
import { FORMULAS, normaliseFormula, contentCells } from '#operations/provision/formulas/formulas.ts'
import { isToldByName, lookOf } from '#operations/provision/look-alikes.ts'
import { OutsideFolder } from '#outside/folder.ts'
import { inReadingOrder, type Fault } from '#programme/faults/fault.ts'
import { checkContent } from './checks.ts'
import { readJsonFile, type JsonFile } from './json-file.ts'
import { faultsOfTable, readOrganisations } from './organisations-file.ts'
import { fileSchemas, type FileKind, type GridNode } from './shapes.ts'
import { readStructureWorkbook } from './workbook.ts'

/** Refuses names that look the same to people but differ in the database. */
function checkLookAlikes({ content, faults }: Desired): void {
  for (const kind of contentKindNames) {
    if (!isToldByName(kind)) continue
    const { word } = contentKinds[kind]
    const firsts = new Map<string, DesiredRow>()
    for (const row of content[kind].values()) {
      const first = firsts.get(lookOf(row))
      if (first === undefined) firsts.set(lookOf(row), row)
      // Exact duplicates are reported when they are read.
      else if (!/ \(\d+\)$/.test(row.key))
        faults.push(
          faultAt(
            row.place,
            `the ${word} "${nameOfKey(row.key)}" looks like "${nameOfKey(first.key)}" of ${first.place.file}:${first.place.line}`,
            'give it another name, or remove one of them'
          )
        )
    }
  }
}

export interface ReadFolder extends Desired {
  /** The code of the programme. */
  programme: string
}

type FileValues = Record<string, unknown>

/** The folder, and how the caller adapts the values of each file. */
interface FolderOrigin {
  folder: string
  adapt: (file: string, values: FileValues) => FileValues
  /** Files with faults, whose content is unknown. */
  lost: string[]
}

/** The content of the folder, or every fault of its files. `adapt` may change the values of a valid file. */
export function readFolder(
  folder: string,
  adapt: FolderOrigin['adapt'] = (_, values) => values
): Result<ReadFolder, Fault[]> {
  const origin: FolderOrigin = { folder, adapt, lost: [] }
  const desired = emptyDesired()
  const programme = readContentFile(origin, 'programme.json', 'programme', desired)
  if (programme === undefined) return err(faultsWithoutList(origin, desired))
  const source = sourceOf(programme)
  for (const kind of ['time_periods', 'filters'] as const)
    addNodes(desired, kind, nodesIn(programme.value, kind), '', source, [kind])
  readOrganisations(folder, desired)
  readDocuments(folder, desired, programme, '', '')
  const names = (programme.value['projects'] ?? []) as string[]
  if (programme.value['projects'] !== undefined) desired.lists.add(listKey('projects', ''))
  noteUnnamed(folder, 'projects', '', names, programme, desired)
  for (const [index, code] of names.entries()) readProject(origin, code, index + 1, desired)
  checkLookAlikes(desired)
  checkWhole(desired, origin)
  if (desired.faults.length > 0) return err(desired.faults.toSorted(inReadingOrder))
  return ok({ ...desired, programme: String(programme.value['programme']) })
}

/** The faults of all files in the folder, if programme.json cannot say which of them belong to it. */
function faultsWithoutList(origin: FolderOrigin, desired: Desired): Fault[] {
  desired.faults.push(...faultsOfTable(origin.folder))
  for (const code of visibleNames(origin.folder, 'projects')) {
    const root = `projects/${code}`
    readContentFile(origin, `${root}/project.json`, 'project', desired)
    readUnlistedProject(origin, root, desired)
  }
  return desired.faults.toSorted(inReadingOrder)
}

/** Reports the faults of a project's other files, if project.json cannot say which of them belong to it. */
function readUnlistedProject(origin: FolderOrigin, root: string, desired: Desired): void {
  const { folder } = origin
  for (const name of visibleNames(folder, `${root}/questionnaires`).filter(one => one.endsWith('.json')))
    readContentFile(origin, `${root}/questionnaires/${name}`, 'questionnaire', desired)
  if (new OutsideFolder(folder).has(`${root}/charts.json`))
    readContentFile(origin, `${root}/charts.json`, 'charts', desired)
}

function visibleNames(folder: string, path: string): string[] {
  const listed = new OutsideFolder(folder).names(path)
  return listed.ok ? listed.value.filter(name => !name.startsWith('.')).toSorted() : []
}

/** Skips reference checks after a read error; they would only repeat it. */
function checkWhole(desired: Desired, { lost }: FolderOrigin): void {
  const { content, faults } = desired
  if (lost.length > 0 || (content.organisations.size === 0 && faults.length > 0)) return
  checkReferences(desired)
  readFormulas(desired)
  checkContent(desired)
}

const nodesIn = (value: FileValues, field: string): GridNode[] | undefined =>
  value[field] as GridNode[] | undefined

function readContentFile(
  { folder, adapt, lost }: FolderOrigin,
  file: string,
  kind: FileKind,
  { faults }: Desired
): JsonFile<FileValues> | undefined {
  const read = readJsonFile(folder, file, fileSchemas[kind] as v.GenericSchema<unknown, FileValues>, faults)
  if (read === undefined) lost.push(file)
  return read && { ...read, value: adapt(file, read.value) }
}

/** Reports files that no list names: their author would think that they are read. */
function noteUnnamed(
  folder: string,
  field: string,
  ending: string,
  names: readonly string[],
  from: JsonFile<FileValues>,
  { faults }: Desired
): void {
  const listed = new OutsideFolder(folder).names(posix.join(posix.dirname(from.file), field))
  if (!listed.ok) faults.push(from.faultAt([field], listed.error.message))
  const found = listed.ok ? listed.value.filter(name => name.endsWith(ending)) : []
  for (const name of found.map(one => basename(one, ending)))
    if (!names.includes(name) && !name.startsWith('.'))
      faults.push(
        from.faultAt([field], `${field}/${name}${ending} is not in this list`, 'add it, or remove it')
      )
}

function readProject(origin: FolderOrigin, code: string, order: number, desired: Desired): void {
  const { folder } = origin
  const root = `projects/${code}`
  const file = readContentFile(origin, `${root}/project.json`, 'project', desired)
  if (file === undefined) return readUnlistedProject(origin, root, desired)
  const { documents: _documents, questionnaires, ...fields } = file.value
  const node = { ...fields, project_code: code } as GridNode
  const project = addNode(desired, 'projects', node, '', sourceOf(file), [], order)
  readDocuments(folder, desired, file, root, project.key)
  desired.answers.push(...listAnswersFiles(folder, code, desired.faults))
  const names = (questionnaires ?? []) as string[]
  if (questionnaires !== undefined) desired.lists.add(listKey('questionnaires', project.key))
  noteUnnamed(folder, 'questionnaires', '.json', names, file, desired)
  for (const [index, name] of names.entries())
    readQuestionnaire(origin, `${root}/questionnaires`, name, index + 1, project, desired)
  const charts = new OutsideFolder(folder).has(`${root}/charts.json`)
    ? readContentFile(origin, `${root}/charts.json`, 'charts', desired)
    : undefined
  if (charts === undefined) return
  for (const kind of ['collections', 'charts'] as const)
    addNodes(desired, kind, nodesIn(charts.value, kind), project.key, sourceOf(charts), [kind])
}

function readQuestionnaire(
  origin: FolderOrigin,
  root: string,
  name: string,
  order: number,
  project: DesiredRow,
  desired: Desired
): void {
  const file = readContentFile(origin, `${root}/${name}.json`, 'questionnaire', desired)
  if (file === undefined) return
  const { questions, workbook, sections, ...fields } = file.value
  const source = sourceOf(file)
  const row = addNode(desired, 'questionnaires', fields as GridNode, project.key, source, [], order)
  const before = desired.faults.length
  const written =
    workbook === undefined
      ? { questions, sections, source }
      : readStructureWorkbook(origin.folder, `${root}/${workbook as string}`, source, desired)
  if (desired.faults.length > before) origin.lost.push(file.file)
  if (written === undefined) return
  if (
    workbook !== undefined &&
    [nodesIn(file.value, 'questions'), nodesIn(file.value, 'sections')].some(
      list => list !== undefined && list.length > 0
    )
  )
    desired.faults.push(
      file.faultAt(['workbook'], 'questions and sections belong in the workbook or here, not in both')
    )
  addNodes(desired, 'questions', written.questions as GridNode[] | undefined, project.key, written.source, [
    'questions'
  ])
  addNodes(desired, 'sections', written.sections as GridNode[] | undefined, row.key, written.source, [
    'sections'
  ])
}

function readDocuments(
  folder: string,
  desired: Desired,
  from: JsonFile<FileValues>,
  root: string,
  parent: string
): void {
  const nodes = nodesIn(from.value, 'documents') as { file?: string; file_name: string }[] | undefined
  if (nodes === undefined) return
  desired.lists.add(listKey('documents', parent))
  for (const [index, { file, ...node }] of nodes.entries()) {
    const row = addNode(desired, 'documents', node, parent, sourceOf(from), ['documents', index], index + 1)
    const path = posix.normalize(posix.join(root, file ?? `documents/${node.file_name}`))
    const read = new OutsideFolder(folder).read(path, MAX_DOCUMENT_BYTES)
    if (!read.ok) {
      desired.faults.push(faultAt(row.place, read.error.message))
      continue
    }
    const content = read.value
    row.values['digest'] = createHash('sha256').update(content).digest('hex')
    desired.files.set(row.key, content)
  }
}

/** Checks formulas and normalises them as an export would write them, so that only real differences count as changes. */
function readFormulas({ content, faults }: Desired): void {
  const numbers = new Map<ContentRow, number>()
  for (const rows of Object.values(content))
    for (const row of rows.values()) numbers.set(row, numbers.size + 1)
  for (const project of content.projects.keys()) {
    const cells = contentCells(content, project, row => numbers.get(row) ?? 0)
    for (const row of content.questions.values())
      for (const formula of FORMULAS) {
        const written = row.values[formula]
        if (row.parent !== project || typeof written !== 'string') continue
        const read = normaliseFormula(written, cells)
        if (read.ok) row.values[formula] = read.value
        else {
          const where = `${formula} of "${nameOfKey(row.key)}", character ${read.error.at + 1}`
          faults.push(faultAt(row.place, `${where}: ${read.error.message}`))
        }
      }
  }
}
