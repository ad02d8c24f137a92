// The demo's folders are complete, and the generated data matches them.

import { expect, test } from 'vitest'
import { generateOrganisations, ORGANISATION_COUNT } from '#demo/organisations.ts'
import { randomFrom } from '#demo/random.ts'
import { themeFolder } from '#demo/read-theme.ts'
import { themeOf } from '#demo/themes.ts'
import { nameOfKey, rowsUnder } from '#operations/provision/content.ts'
import { readFolder } from '#operations/provision/files/read-folder.ts'

const themes = ['wards', 'libraries', 'councils', 'plain']

function read(theme: string) {
  const result = readFolder(themeFolder(theme))
  expect(result.ok ? [] : result.error).toEqual([])
  if (!result.ok) throw new Error('The folder has faults.')
  return result.value
}

test.each(themes)('the organisations of %s are those that the demo generates', theme => {
  const [file, drawn] = [read(theme), read(theme)]
  generateOrganisations(drawn, themeOf(theme).crowd, randomFrom(theme), ORGANISATION_COUNT)
  for (const kind of ['organisations', 'organisation_filter_options'] as const)
    expect([...drawn.content[kind].values()]).toEqual(
      [...file.content[kind].values()].map(row => ({ ...row, place: expect.anything() }))
    )
})

test.each(themes)('every figure and share of %s belongs to an item of its folder', theme => {
  const { content } = read(theme)
  const { crowd } = themeOf(theme)
  expect(Object.keys(crowd.projects)).toEqual([...content.projects.keys()].map(nameOfKey))
  for (const project of content.projects.values()) {
    const plan = crowd.projects[nameOfKey(project.key)]
    const codes = rowsUnder(content, 'questions', project.key).map(({ key }) => nameOfKey(key))
    const figures = Object.entries(plan?.figures ?? {})
    const named = figures.flatMap(([code, { shareOf = code, difference = [] }]) => [
      code,
      shareOf,
      ...difference
    ])
    expect(codes).toEqual(expect.arrayContaining(named))
    const grids = [...content.sub_sections.values()].filter(({ key }) => key.startsWith(`${project.key}/`))
    for (const [name, shares] of Object.entries(plan?.shares ?? {})) {
      const grid = grids.find(({ values }) => values['sub_section_name'] === name)
      const columns = rowsUnder(content, 'sub_section_columns', grid?.key ?? 'none')
      expect(Object.keys(shares)).toEqual(columns.map(({ values }) => values['column_name']))
    }
  }
})
