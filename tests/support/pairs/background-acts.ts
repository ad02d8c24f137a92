// Work that runs beside calls: provisioning, backups, exports, scheduled publishing, and the cleanup.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { readRestorableBackup, restoreBackup } from '#operations/backup/restore.ts'
import { backupStream, writeBackup } from '#operations/backup/write.ts'
import { provision } from '#operations/provision/apply.ts'
import { exportedFiles } from '#operations/provision/export.ts'
import { readFolder } from '#operations/provision/files/read-folder.ts'
import { writeNewFolder } from '#outside/new-folder.ts'
import { publishDue } from '#server/benchmarks/editions/publish.ts'
import { fillRuleGroups } from '#server/benchmarks/peer-groups/rule-groups.ts'
import type { Database } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import { cleanUp } from '#server/jobs/cleanup.ts'
import { linesOfCsv, linesOfZip, type FileLine } from '#tests/support/answer-files.ts'
import { downloadAnswers } from '#tests/support/answers-export.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { openEmpty, partitionOptions, wards } from '#tests/support/seeded-database.ts'
import { faultsOfFile } from './exported-file.ts'
import { faultsOf } from './invariants.ts'
import type { Stage } from './stage.ts'

/** Prepares a background job and returns it. */
export type Background = (stage: Stage) => Promise<(database: Database) => Promise<void>>

interface QuestionnaireFile {
  periods: { time_period: string }[]
  questions: { question_text: string; question_type: string }[]
  sections: { sub_sections: { cells: { question: string }[] }[] }[]
}

async function projectCodeOf({ server, place }: Stage): Promise<string> {
  const { project_code } = await server.database
    .selectFrom('projects')
    .select('project_code')
    .where('programme_id', '=', PROGRAMME)
    .where('project_id', '=', place.project_id)
    .executeTakeFirstOrThrow()
  return project_code
}

/** Provisions the programme as it is, with one file of the stage's project edited. */
const provisioning =
  (edit: (file: QuestionnaireFile) => void): Background =>
  async stage => {
    const { server, standard } = stage
    const project_code = await projectCodeOf(stage)
    const files = await exportedFiles(server.database, wards)
    const path = [...files.keys()].find(one => one.endsWith(`/${project_code}/questionnaires/standard.json`))
    if (path === undefined) throw new Error(`No file of questionnaire ${standard.questionnaire_id}.`)
    const file = JSON.parse(String(files.get(path))) as QuestionnaireFile
    edit(file)
    files.set(path, JSON.stringify(file))
    const folders = mkdtempSync(join(tmpdir(), 'pair-'))
    writeNewFolder(join(folders, 'programme'), files)
    const desired = readFolder(join(folders, 'programme'))
    rmSync(folders, { recursive: true })
    if (!desired.ok) throw new Error(JSON.stringify(desired.error))
    return async database => {
      const target = { ...wards, now: server.clock.now, isApplied: true }
      expect(Array.isArray(await provision(database, desired.value, target))).toBe(true)
    }
  }

const roomsOf = ({ questions }: QuestionnaireFile) => questions.find(one => one.question_text === 'Rooms')!

/** Exports the answers of the stage's project as an admin. */
const exporting =
  (
    query: Parameters<typeof downloadAnswers>[3],
    linesOf: (file: Buffer) => FileLine[] = linesOfCsv
  ): Background =>
  async stage => {
    const project_code = await projectCodeOf(stage)
    return async database => {
      const file = await downloadAnswers(database, wards, project_code, query)
      expect(faultsOfFile(stage, linesOf(file))).toEqual([])
    }
  }

export const backgroundActs: Record<string, readonly Background[]> = {
  provision: [
    provisioning(file => void (roomsOf(file).question_type = 'text')),
    provisioning(file => void (file.periods = file.periods.filter(one => one.time_period !== '2026'))),
    provisioning(() => {})
  ],
  backup: [
    async stage => async database => {
      const folder = mkdtempSync(join(tmpdir(), 'pair-'))
      const path = join(folder, 'all.backup')
      await writeBackup(backupStream(database, stage.server.clock.now), path)
      const restored = await openEmpty()
      await restoreBackup(restored.database, await readRestorableBackup(path), partitionOptions)
      expect(await faultsOf({ ...stage, server: { ...stage.server, database: restored.database } })).toEqual(
        []
      )
      await restored.close()
      rmSync(folder, { recursive: true })
    }
  ],
  exportAnswers: [
    exporting({ layout: 'long' }),
    exporting(
      { layout: 'long', include: ['codebook', 'history', 'comments'] },
      file => linesOfZip(file)['answers.csv'] ?? []
    )
  ],
  publishDue: [
    async ({ server }) =>
      async database =>
        void (await publishDue(database, [PROGRAMME], server.clock.now))
  ],
  cleanUp: [
    async ({ server }) =>
      async database => {
        await cleanUp(database, PROGRAMME, server.clock.now)
        await transaction(database, tx => fillRuleGroups(tx, PROGRAMME))
      }
  ]
}
