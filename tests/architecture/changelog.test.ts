import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const changelog = readFileSync('CHANGELOG.md', 'utf8')
const headings = [...changelog.matchAll(/^## \[(.+?)\](?: - (\S+))?$/gm)].map(([, version = '', day]) => ({
  version,
  day
}))
const versions = headings.filter(({ version }) => version !== 'Unreleased')

test('the newest version is that of package.json', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(versions[0]?.version).toBe(version)
})

test('versions have a day, the newest comes first, and each says what changed', () => {
  expect(versions.every(({ day = '' }) => /^\d{4}-\d\d-\d\d$/.test(day))).toBe(true)
  const days = versions.map(({ day = '' }) => day)
  expect(days).toEqual(days.toSorted().toReversed())
  for (const section of changelog.split(/^## /m).slice(1))
    expect(section.trim().split('\n').length).toBeGreaterThan(1)
})
