// The options of organisations.csv reach the submissions, which filters, peer groups and blocks read.

import { afterAll, beforeEach, expect, test } from 'vitest'
import { ORGANISATIONS_FILE } from '#operations/provision/files/organisations-file.ts'
import { editProgramme, editProject, type Files } from '#tests/support/provisioned-folder.ts'
import { openWorkshop, type Workshop } from '#tests/support/provisioning.ts'
import { wards } from '#tests/support/seeded-database.ts'

let workshop: Workshop | undefined
beforeEach(async () => {
  await workshop?.close()
  workshop = await openWorkshop()
})
afterAll(() => workshop?.close())

/** The options of the organisation's submissions of a filter, without repetition. */
async function carried(code: string, filter: string): Promise<string[]> {
  const rows = await workshop!.database
    .selectFrom('submissions as s')
    .innerJoin('organisations as o', 'o.organisation_id', 's.organisation_id')
    .innerJoin('submission_filter_options as x', 'x.submission_id', 's.submission_id')
    .innerJoin('filter_options as p', 'p.filter_option_id', 'x.filter_option_id')
    .innerJoin('filters as f', 'f.filter_id', 'p.filter_id')
    .select(['s.submission_id', 'p.option_name'])
    .where('s.programme_id', '=', wards.programmeId)
    .where('o.organisation_code', '=', code)
    .where('f.filter_name', '=', filter)
    .execute()
  const bySubmission = Map.groupBy(rows, row => row.submission_id)
  return [
    ...new Set(
      [...bySubmission.values()].map(own =>
        own
          .map(row => row.option_name)
          .toSorted()
          .join(', ')
      )
    )
  ].toSorted()
}

/** The first organisation of the file, and a file in which its cell of this filter is different. */
function withCell(files: Files, filter: string, change: (cell: string) => string): string {
  const [head = '', first = '', ...others] = String(files.get(ORGANISATIONS_FILE)).split('\r\n')
  const cells = first.split(',')
  const column = head.split(',').indexOf(filter)
  cells[column] = change(cells[column] ?? '')
  files.set(ORGANISATIONS_FILE, [head, cells.join(','), ...others].join('\r\n'))
  return cells[0] ?? ''
}

test('a changed option replaces that of every submission, and so decides about peer groups', async () => {
  const files = await workshop!.exported()
  let before = ''
  const code = withCell(files, 'Region', cell => ((before = cell), cell === 'North' ? 'South' : 'North'))
  const after = before === 'North' ? 'South' : 'North'
  const sizes = await carried(code, 'Size')
  expect(await carried(code, 'Region')).toEqual([before])
  editProject(files, 'ward-staffing', file => {
    file.peer_groups.push({ peer_group_name: 'Here', member_rule: { filters: { Region: [after] } } })
  })
  await workshop!.run(files)
  expect(await carried(code, 'Region')).toEqual([after])
  // Options that the file does not have stay.
  expect(sizes).not.toEqual([])
  expect(await carried(code, 'Size')).toEqual(sizes)
  const members = await workshop!.database
    .selectFrom('peer_groups as g')
    .innerJoin('peer_group_memberships as m', 'm.peer_group_id', 'g.peer_group_id')
    .innerJoin('lineages as l', 'l.lineage_id', 'm.lineage_id')
    .innerJoin('organisations as o', 'o.organisation_id', 'l.organisation_id')
    .select('o.organisation_code')
    .where('g.programme_id', '=', wards.programmeId)
    .where('g.peer_group_name', '=', 'Here')
    .execute()
  expect(members.map(row => row.organisation_code)).toContain(code)
  expect(await workshop!.run(files)).toEqual(['Nothing to do.'])
})

test('an empty cell clears the option of the submissions, and several lines give several', async () => {
  const files = await workshop!.exported()
  const code = withCell(files, 'Region', () => '"North\nSouth"')
  await workshop!.run(files)
  expect(await carried(code, 'Region')).toEqual(['North, South'])
  const cleared = String(files.get(ORGANISATIONS_FILE)).replace('"North\nSouth"', '')
  await workshop!.run(files.set(ORGANISATIONS_FILE, cleared))
  expect(await carried(code, 'Region')).toEqual([])
})

test('a misspelt option is replaced and removed in one run; an option in use is not removed', async () => {
  const files = await workshop!.exported()
  const regionOf = (file: Parameters<Parameters<typeof editProgramme>[1]>[0]) =>
    file.filters.find(({ filter_name }) => filter_name === 'Region')!
  editProgramme(files, file => regionOf(file).options.push('Nroth'))
  const code = withCell(files, 'Region', () => 'Nroth')
  await workshop!.run(files)
  expect(await carried(code, 'Region')).toEqual(['Nroth'])
  withCell(files, 'Region', () => 'North')
  editProgramme(files, file => regionOf(file).options.pop())
  const lines = await workshop!.run(files)
  expect(lines.join('\n')).not.toContain('refused')
  expect(await carried(code, 'Region')).toEqual(['North'])
  editProgramme(files, file => {
    file.filters = file.filters.filter(({ filter_name }) => filter_name !== 'Region')
  })
  const text = String(files.get(ORGANISATIONS_FILE))
  const column = text.split('\r\n')[0]!.split(',').indexOf('Region')
  const without = text
    .split('\r\n')
    .map(line =>
      line
        .split(',')
        .filter((_, index) => index !== column)
        .join(',')
    )
    .join('\r\n')
  const refused = await workshop!.run(files.set(ORGANISATIONS_FILE, without))
  expect(refused.join('\n')).toMatch(/refused filter option "North".*use it/)
})
