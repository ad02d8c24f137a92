// A period is published, by an admin and by its date, while its project is provisioned: on two connections, in orders that an idle machine never produces.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { listEditions, publishEdition } from '#contract/editions.ts'
import { provision } from '#operations/provision/apply.ts'
import { exportedFiles } from '#operations/provision/export.ts'
import { readFolder, type ReadFolder } from '#operations/provision/files/read-folder.ts'
import { writeNewFolder } from '#outside/new-folder.ts'
import { publishDue } from '#server/benchmarks/editions/publish.ts'
import { countDeadlocks } from '#tests/support/deadlocks.ts'
import { withdrawEditions } from '#tests/support/editions.ts'
import { jittering } from '#tests/support/pairs/jitter.ts'
import type { Files } from '#tests/support/provisioned-folder.ts'
import { periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { NOON, useServer, wards } from '#tests/support/server.ts'

const PROJECT = 'ward-staffing'
const PERIOD = '2025'
const ROUNDS = 3

interface Period {
  time_period: string
  collection_closes_at?: string | null
  published_at?: string | null
}

interface ProjectFile {
  visibility: string
  periods: Period[]
}

const edits: Record<string, (file: ProjectFile, period: Period) => void> = {
  'nothing changed': () => {},
  'a later publication date': (_file, period) => void (period.published_at = '2027-03-01'),
  'no publication date': (_file, period) => void (period.published_at = null),
  'a longer data collection': (_file, period) =>
    Object.assign(period, { collection_closes_at: '2027-01-31', published_at: '2027-03-01' }),
  'no such period': (file, period) => void (file.periods = file.periods.filter(one => one !== period)),
  'figures without names': file => void (file.visibility = 'aggregate')
}

// The embedded engine has one connection, so nothing happens at the same time.
describe.runIf(process.env['TEST_DATABASE_URL'])('a period that is provisioned while it is published', () => {
  const jitters = [jittering(), jittering()]
  const here = useServer({ plugin: jitters[0]!.plugin })
  const beside = useServer({ beside: here, plugin: jitters[1]!.plugin })
  const shake = (seed: string | null) =>
    jitters.forEach((jitter, at) => jitter.begin(seed && `${seed} ${at}`))

  let place: { project_id: number; time_period_id: number }
  let before: Files

  beforeAll(async () => {
    place = {
      project_id: await projectCoded(here, PROJECT),
      time_period_id: await periodNamed(here, PERIOD)
    }
    before = await exportedFiles(here.database, wards)
  })

  /** The folder as it was, with one change to the project's file. */
  function edited(edit: (typeof edits)[string]): ReadFolder {
    const path = `projects/${PROJECT}/project.json`
    const file = JSON.parse(String(before.get(path))) as ProjectFile
    edit(
      file,
      file.periods.find(one => one.time_period === PERIOD)!
    )
    const folder = mkdtempSync(join(tmpdir(), 'published-'))
    writeNewFolder(join(folder, 'wards'), new Map([...before, [path, JSON.stringify(file)]]))
    const read = readFolder(join(folder, 'wards'))
    rmSync(folder, { recursive: true })
    if (!read.ok) throw new Error(JSON.stringify(read.error))
    return read.value
  }

  const target = { ...wards, now: NOON, isApplied: true, mayRetire: true }
  const programme = { programme_id: 1 }

  const published = async () => {
    const period = await here.database
      .selectFrom('project_periods')
      .select('published_at')
      .where(eb => eb.and({ ...programme, ...place }))
      .executeTakeFirst()
    const editions = await here.database
      .selectFrom('editions')
      .select(['edition_number', 'published_at'])
      .where(eb => eb.and({ ...programme, ...place }))
      .execute()
    return { period, editions }
  }

  test.each(Object.keys(edits))('with %s', async name => {
    for (let round = 0; round < ROUNDS; round++) {
      await withdrawEditions(here, PROJECT, PERIOD)
      // Files cannot show again what they have hidden.
      await here.database
        .updateTable('projects')
        .set({ visibility: 'named' })
        .where(eb => eb.and({ ...programme, project_id: place.project_id }))
        .execute()
      const restored = await provision(
        here.database,
        edited(() => {}),
        target
      )
      expect(restored.filter(({ change }) => change === 'refused')).toEqual([])
      const token = await here.tokenOf('admin')
      const { next } = (await here.call(listEditions, { query: place }, token)).body
      expect(next.refusal).toBeNull()
      const body = { ...place, edition_number: 1, figures_digest: next.figures_digest }
      const files = edited(edits[name]!)
      const deadlocks = await countDeadlocks(here.database)
      shake(`${name} ${round}`)
      const [reply, entries, due] = await Promise.all([
        here.call(publishEdition, { body }, token),
        provision(beside.database, files, target),
        publishDue(beside.database, [1], NOON)
      ])
      shake(null)
      expect(await countDeadlocks(here.database), 'deadlocks').toBe(deadlocks)
      expect([200, 422, 423]).toContain(reply.status)
      const { period, editions } = await published()
      // A date that had been postponed before does not publish.
      const dates = entries.flatMap(entry => ('columns' in entry && entry.columns ? entry.columns : []))
      if (due.length > 0) expect(dates).not.toContain('published_at')
      const count = Number(reply.status === 200) + due.length
      expect(editions.map(({ edition_number }) => edition_number)).toEqual(count === 0 ? [] : [1])
      const [edition] = editions
      if (edition !== undefined)
        expect(period?.published_at).toEqual(expect.toSatisfy((at: Date) => at <= edition.published_at))
    }
  })
})
