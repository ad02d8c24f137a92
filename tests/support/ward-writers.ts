import { configuredSecret } from '#server/auth/secrets.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { SectionWriter } from './section-writer.ts'
import { wards } from './seeded-database.ts'
import { cellOf, ownSubmission } from './seeded.ts'
import { logInAs } from './session.ts'

/** Writers of the ward that nobody has entered anything for, each with a row of a grid: they wait for one another on the server. */
export async function wardWriters({ database }: OpenDatabase, secret: string): Promise<SectionWriter[]> {
  const account = { programmeId: wards.programmeId, emailAddress: 'contributor@wards.example' }
  const token = await logInAs(database, configuredSecret(secret), account, new Date())
  const submissionId = await ownSubmission(
    { database },
    'ward-staffing',
    String(new Date().getUTCFullYear()),
    2
  )
  const cellsOf = (question: string) =>
    Promise.all(
      ['Band 5', 'Band 6', 'Support'].map(column => cellOf({ database }, submissionId, question, column))
    )
  const rows = await Promise.all(
    ['Budgeted WTE', 'Actual WTE in post', 'Day shift, planned hours'].map(cellsOf)
  )
  return rows.map(row => {
    const { questionnaire_id: questionnaireId, section_id: sectionId } = row[0]!
    return new SectionWriter({
      token,
      submissionId,
      questionnaireId,
      sectionId,
      cells: row.map(cell => cell.place)
    })
  })
}
