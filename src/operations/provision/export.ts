// Writes a running programme as a folder that it can be provisioned from.

import * as v from 'valibot'
import { questionCodes } from '#domain/exports/part-codes.ts'
import { groupBy } from '#lib/group-by.ts'
import { isPathInside } from '#outside/path-inside.ts'
import { lockRow } from '#server/database/locks.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { takeStructure } from '#server/database/structure-lock.ts'
import { transaction } from '#server/database/transaction.ts'
import { contentKindNames } from './content-kinds/definition.ts'
import { emptyContent, nameOfKey, type ContentTree } from './content.ts'
import { FileName } from './files/shapes.ts'
import { contentFolder } from './files/write-folder.ts'
import { withDays } from './moments.ts'
import { readStoredContent } from './stored/stored-content.ts'
import type { StoredContent } from './stored/stored-row.ts'

/** Leaves out retired rows and what only they refer to. */
function contentInUse(stored: StoredContent): ContentTree {
  const used = emptyContent()
  for (const kind of contentKindNames)
    for (const row of stored[kind].values()) if (row.isUsed) used[kind].set(row.key, row)
  return used
}

/** Gives a code to each question that was created on screen. The code is stored, so that files and database refer to the same question. */
async function giveCodes(database: Database, programmeId: number): Promise<void> {
  await transaction(database, async tx => {
    await lockRow(tx, 'programmes', programmeId, programmeId)
    const all = await tx
      .selectFrom('projects')
      .select('project_id')
      .where('programme_id', '=', programmeId)
      .execute()
    await takeStructure(tx, programmeId, ...all.map(({ project_id }) => project_id))
    const questions = await tx
      .selectFrom('questions')
      .select(['question_id', 'project_id', 'question_code'])
      .where('programme_id', '=', programmeId)
      .orderBy('question_id')
      .execute()
    const projects = groupBy(questions, question => question.project_id)
    const codes = new Map([...projects.values()].flatMap(own => [...questionCodes(own)]))
    for (const { question_id, question_code } of questions) {
      if (question_code !== null) continue
      await tx
        .updateTable('questions')
        .set({ question_code: codes.get(question_id) ?? null })
        .where(eb => eb.and({ programme_id: programmeId, question_id }))
        .execute()
    }
  })
}

/** Why a programme cannot be exported, as a sentence for the person who runs the command. */
export class ExportError extends Error {}

/** A project's code becomes the name of its folder, so it must not lead out of the export. */
function requireFolderNames({ projects }: ContentTree): void {
  const unfit = [...projects.values()]
    .map(({ key }) => nameOfKey(key))
    .find(code => !v.is(FileName, code) || !isPathInside(code))
  if (unfit !== undefined)
    throw new ExportError(
      `The project code "${unfit}" cannot be the name of a folder. Give the project another code; nothing was written.`
    )
}

/** The files are linked by codes, so each question needs one: one that was created since has none. */
async function requireCodes(tx: Tx, programmeId: number): Promise<void> {
  const question = await tx
    .selectFrom('questions')
    .select('question_id')
    .where('programme_id', '=', programmeId)
    .where('question_code', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (question)
    throw new ExportError(
      'Someone has just added a question. Run the export again once they have finished; nothing was written.'
    )
}

interface ExportedProgramme {
  programmeId: number
  code: string
  timeZone: string
}

/** The files of a programme by their paths, all as of one moment. */
export async function exportedFiles(
  database: Database,
  programme: ExportedProgramme
): Promise<Map<string, string | Buffer>> {
  await giveCodes(database, programme.programmeId)
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(tx => readFiles(tx, programme))
}

async function readFiles(
  tx: Tx,
  { programmeId, code, timeZone }: ExportedProgramme
): Promise<Map<string, string | Buffer>> {
  await requireCodes(tx, programmeId)
  const stored = await readStoredContent(tx, programmeId)
  const used = contentInUse(stored)
  requireFolderNames(used)
  const { texts, documents } = contentFolder(withDays(used, timeZone), code)
  const files = new Map<string, string | Buffer>(texts)
  for (const [path, key] of documents) {
    const { content } = await tx
      .selectFrom('document_files')
      .select('content')
      .where('programme_id', '=', programmeId)
      .where('document_id', '=', stored.documents.get(key)?.identity['document_id'] ?? 0)
      .executeTakeFirstOrThrow()
    files.set(path, Buffer.from(content))
  }
  return files
}
