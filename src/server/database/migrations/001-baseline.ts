import type { Migration } from '#server/database/migration.ts'
import { answers } from './baseline/answers.ts'
import { charts } from './baseline/charts.ts'
import { documents } from './baseline/documents.ts'
import { editions } from './baseline/editions.ts'
import { people } from './baseline/people.ts'
import { projects } from './baseline/projects.ts'
import { questionnaires } from './baseline/questionnaires.ts'
import { registrations } from './baseline/registrations.ts'
import { searchable } from './baseline/search.ts'

/** The schema of the first release, subject by subject: each refers only to those above it. */
export const baseline: Migration = {
  name: '001-baseline',
  async up(make) {
    await people(make)
    await projects(make)
    await registrations(make)
    await questionnaires(make)
    await answers(make)
    await charts(make)
    await documents(make)
    await editions(make)
    await searchable(make)
  }
}
