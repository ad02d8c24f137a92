// The demo's wards, exported, edited and provisioned again, in a database of their own or in a server's.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provision } from '#operations/provision/apply.ts'
import { exportedFiles } from '#operations/provision/export.ts'
import { readFolder, type ReadFolder } from '#operations/provision/files/read-folder.ts'
import { reportLines, reportSummary } from '#operations/provision/report.ts'
import { writeNewFolder } from '#outside/new-folder.ts'
import { describeFault } from '#programme/faults/fault.ts'
import type { Database } from '#server/database/schema.ts'
import { requireOneProgramme } from './one-programme.ts'
import type { Files } from './provisioned-folder.ts'
import { NOON, openSeeded, wards } from './seeded-database.ts'

export interface Workshop {
  database: Database
  /** An export of the wards as they are now. */
  exported: () => Promise<Files>
  read: (files: Files) => ReadFolder
  /** The lines that the command prints. */
  run: (files: Files, isApplied?: boolean, mayRetire?: boolean) => Promise<string[]>
  close: () => Promise<void>
}

/** A separate database. Each statement of a run is checked like those of calls. */
export async function openWorkshop(): Promise<Workshop> {
  let isJudged = false
  const store = await openSeeded(8, (statement, parameters) => {
    if (isJudged) requireOneProgramme(statement, parameters)
  })
  const workshop = workshopOf(store.database)
  return {
    ...workshop,
    async run(...run) {
      isJudged = true
      try {
        return await workshop.run(...run)
      } finally {
        isJudged = false
      }
    },
    async close() {
      await store.close()
      await workshop.close()
    }
  }
}

export function workshopOf(database: Database): Workshop {
  const folders = mkdtempSync(join(tmpdir(), 'provision-'))
  let count = 0
  const read = (files: Files): ReadFolder => {
    const folder = join(folders, String((count += 1)))
    writeNewFolder(folder, files)
    const result = readFolder(folder)
    if (!result.ok) throw new Error(result.error.map(describeFault).join('\n'))
    return result.value
  }
  return {
    database,
    exported: () => exportedFiles(database, wards),
    read,
    async run(files, isApplied = true, mayRetire = false) {
      const desired = read(files)
      const { programmeId, timeZone } = wards
      const target = { programmeId, timeZone, now: NOON, isApplied, mayRetire }
      const entries = await provision(database, desired, target)
      return [...reportLines(entries, desired), reportSummary(entries, isApplied)]
    },
    close: async () => rmSync(folders, { recursive: true })
  }
}
