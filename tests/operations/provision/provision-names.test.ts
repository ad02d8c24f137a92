// Names that people cannot tell apart are one name, in folders as in calls.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createCollection } from '#contract/collections.ts'
import { readFolder } from '#operations/provision/files/read-folder.ts'
import { describeFault } from '#programme/faults/fault.ts'
import { peerGrouping } from '#tests/support/peer-grouping.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'
import { structureBuilding } from '#tests/support/structure-building.ts'
import { writeExample } from '#tests/support/worked-example.ts'

const server = useServer()
const { admin, question } = questionnaireBuilding(server)
const { make } = structureBuilding(server)
const { create } = peerGrouping(server)
const folders = mkdtempSync(join(tmpdir(), 'names-'))
afterAll(() => rmSync(folders, { recursive: true }))

/** Ways to write a name that look the same. */
const alike: [string, (name: string) => string][] = [
  ['itself', name => name],
  ['other case', name => name.toUpperCase()],
  ['a zero-width space', name => `${name.slice(0, 2)}\u200b${name.slice(2)}`],
  ['spaces around it', name => ` ${name}  `],
  ['a wider space', name => name.replace(' ', '  ')],
  ['another Unicode form', name => name.normalize('NFD')]
]
const NAME = 'Café and garden'

const lists = [
  ['programme.json', ['time_periods'], 'time_period_name', 'period'],
  ['programme.json', ['filters'], 'filter_name', 'filter'],
  ['projects/visitors/project.json', ['peer_groups'], 'peer_group_name', 'peer group'],
  ['projects/visitors/charts.json', ['collections'], 'collection_name', 'collection']
] as const

let count = 0
test.each(lists.flatMap(list => alike.map(one => [...list, ...one] as const)))(
  '%s %s: two of a %s are refused, as a %s and %s',
  (file, way, field, word, _name, write) => {
    const root = writeExample(join(folders, String((count += 1))))
    const json = JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<
      string,
      Record<string, unknown>[]
    >
    const list = json[way[0]]!
    const entry = { ...list[0], groups: undefined }
    list.push({ ...entry, [field]: NAME }, { ...entry, [field]: write(NAME) })
    writeFileSync(join(root, file), JSON.stringify(json))
    const read = readFolder(root)
    expect(read.ok ? [] : read.error.map(describeFault)).toContainEqual(
      expect.stringMatching(new RegExp(`the ${word} ".+" (is listed twice|looks like ".+")`, 'u'))
    )
  }
)

test.each(alike)('organisation codes: %s', (_name, write) => {
  const root = writeExample(join(folders, String((count += 1))), {
    'organisations.csv': text =>
      `${text}AB CÉ,One,Local,North,North\n${write('AB CÉ')},Two,Local,North,North\n`
  })
  const read = readFolder(root)
  expect(read.ok ? [] : read.error.map(describeFault)).toContainEqual(
    expect.stringMatching(
      /^organisations\.csv:6:1 (the organisation ".+" (is listed twice|looks like)|organisation_code must not have)/
    )
  )
})

test.each(alike)('calls refuse a name like another one: %s', async (_name, write) => {
  expect((await make(NAME)).reply.status).toBeOneOf([200, 422])
  expect((await make(write(NAME))).reply.body).toMatchObject({
    detail: 'questionnaire_name: is the name of another questionnaire of this project'
  })

  const own = (peer_group_name: string) => create('contributor', { peer_group_name })
  expect((await own(NAME)).status).toBeOneOf([200, 422])
  expect((await own(write(NAME))).body).toMatchObject({
    detail: 'peer_group_name: is the name of another group'
  })

  const options = await question({ question_type: 'single_choice', option_names: [NAME, write(NAME)] })
  expect(options.body).toMatchObject({ detail: 'option_names: names an option twice' })

  const collect = async (collection_name: string, group_name: string) => {
    const project_id = await projectCoded(server, 'ward-staffing')
    const body = { project_id, collection_name, group_name, explorer_type: 'results' }
    return server.call(createCollection, { body }, await admin())
  }
  const first = await collect(NAME, NAME)
  const group = await collect(write(NAME), write(NAME))
  expect([first.status, group.body]).toMatchObject([
    expect.any(Number),
    { detail: 'group_name: is already the name of a group in this collection' }
  ])
})
