import { insertRows } from '../database/bulk.ts'
import type { SeededProject } from './projects.ts'
import type { Seeding } from './seed.ts'
import type { SeededTimePeriod } from './time-periods.ts'

/** Two documents for each period and a guidance note for each project. */
export async function seedDocuments(
  { work, programmeId, now }: Seeding,
  project: SeededProject,
  timePeriods: readonly SeededTimePeriod[]
): Promise<void> {
  const documents = timePeriods.flatMap(period => [
    { period, name: `${project.plan.name}: how to take part`, type: 'guidance', isPublic: true },
    { period, name: `${project.plan.name}: definitions`, type: 'definitions', isPublic: false }
  ])
  const texts = documents.map(({ name, period }) => `${name}\n${period.year}\n\n${project.plan.summary}\n`)
  const rows = documents.map(({ period, name, type, isPublic }, index) => ({
    programme_id: programmeId,
    project_id: project.projectId,
    time_period_id: period.timePeriodId,
    document_name: name,
    document_type: type,
    file_name: `${project.plan.code}-${type}-${period.year}.txt`,
    mime_type: 'text/plain; charset=utf-8',
    size_bytes: Buffer.byteLength(texts[index] ?? ''),
    version_label: '1.0',
    published_at: new Date(now.getTime() - (period.yearsAgo * 365 + 90) * 86_400_000),
    is_public: isPublic
  }))
  const ids = await insertRows(work, 'documents', rows, 'document_id')
  // bytea is written as hexadecimal text.
  const files = ids.map((document_id, index) => ({
    programme_id: programmeId,
    document_id,
    content: `\\x${Buffer.from(texts[index] ?? '').toString('hex')}`
  }))
  await insertRows(work, 'document_files', files)
  await insertRows(work, 'project_guidances', [
    {
      programme_id: programmeId,
      project_id: project.projectId,
      title: 'Before you start',
      body_html:
        '<p>Have the figures of the whole period at hand. A section can be left and continued at any time; everything typed is kept.</p>',
      document_id: ids.at(-2),
      display_order: 1
    }
  ])
}
