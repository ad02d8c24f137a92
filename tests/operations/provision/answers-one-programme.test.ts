// Statements of an import are bound to one programme, like those of calls.

import { expect, test } from 'vitest'
import { downloadAnswers } from '#tests/support/answers-export.ts'
import { openWorkshop } from '#tests/support/provisioning.ts'
import { wards } from '#tests/support/seeded-database.ts'

test('each statement of an import is bound to one programme', async () => {
  const workshop = await openWorkshop()
  try {
    const files = await workshop.exported()
    const csv = (await downloadAnswers(workshop.database, wards, 'ward-staffing')).toString()
    // The submissions of one period, once more under other codes.
    const more = csv.replaceAll(/\r\n(\w+),(\w+),2025,/g, '\r\n$1,X$2,2025,')
    files.set('projects/ward-staffing/answers/a.csv', more)
    const lines = await workshop.run(files)
    expect(lines.at(-1)).toMatch(/^\d+ new\. Everything was written\.$/)
    expect(await workshop.run(files)).toEqual(['Nothing to do.'])
  } finally {
    await workshop.close()
  }
})
