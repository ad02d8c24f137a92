import { insertRows } from '#server/database/bulk.ts'
import type { SeededOrganisation } from './organisations.ts'
import type { SeededProject } from './projects.ts'
import type { SeededQuestionnaire } from './questionnaires.ts'
import type { Seeding } from './seeding.ts'
import type { SeededTimePeriod } from './time-periods.ts'

interface DocumentPlan {
  projectId: number | null
  period: SeededTimePeriod | null
  organisationId?: number
  name: string
  type: 'guidance' | 'definitions' | 'report'
  fileName: string
  text: string
  isPublic: boolean
}

/** Two documents for each period of a project, a note on how to begin and one on the figures that are asked first. */
export async function seedDocuments(
  seeding: Seeding,
  project: SeededProject,
  timePeriods: readonly SeededTimePeriod[],
  questionnaires: readonly SeededQuestionnaire[]
): Promise<void> {
  const { plan, projectId } = project
  const document = (
    period: SeededTimePeriod,
    type: 'guidance' | 'definitions',
    title: string
  ): DocumentPlan => ({
    projectId,
    period,
    name: `${plan.name}: ${title}`,
    type,
    fileName: `${plan.code}-${type}-${period.year}.txt`,
    text: plan.summary,
    isPublic: type === 'guidance'
  })
  const documents = timePeriods.flatMap(period => [
    document(period, 'guidance', 'how to take part'),
    document(period, 'definitions', 'definitions')
  ])
  const ids = await seedFiles(seeding, documents)
  await seedGuidance(seeding, project, ids.at(-2), questionnaires)
}

/** Terms for everyone, and a report that only the organisation of the demo accounts may read. */
export async function seedProgrammeDocuments(
  seeding: Seeding,
  timePeriods: readonly SeededTimePeriod[],
  organisations: readonly SeededOrganisation[]
): Promise<void> {
  const { programme } = seeding
  const [own] = organisations
  const before = timePeriods.find(period => period.yearsAgo === 1)
  if (!own || !before) return
  await seedFiles(seeding, [
    {
      projectId: null,
      period: null,
      name: 'Terms of taking part',
      type: 'guidance',
      fileName: `${programme.code}-terms.txt`,
      text: `What members of ${programme.programmeName} agree to: figures are shared among members for comparison and for nothing else.`,
      isPublic: true
    },
    {
      projectId: null,
      period: before,
      organisationId: own.organisationId,
      name: `${own.name}: results ${before.year}`,
      type: 'report',
      fileName: `${programme.code}-report-${before.year}.txt`,
      text: `How ${own.name} compared in ${before.year}.`,
      isPublic: false
    }
  ])
}

async function seedFiles(
  { tx, programmeId, now }: Seeding,
  documents: readonly DocumentPlan[]
): Promise<number[]> {
  const texts = documents.map(
    ({ name, period, text }) => `${name}\n${period ? `${period.year}\n` : ''}\n${text}\n`
  )
  const rows = documents.map(
    ({ projectId, period, organisationId, name, type, fileName, isPublic }, index) => ({
      programme_id: programmeId,
      project_id: projectId,
      time_period_id: period?.timePeriodId ?? null,
      organisation_id: organisationId ?? null,
      document_name: name,
      document_type: type,
      file_name: fileName,
      mime_type: 'text/plain; charset=utf-8',
      size_bytes: Buffer.byteLength(texts[index] ?? ''),
      version_label: '1.0',
      published_at: new Date(now.getTime() - ((period?.yearsAgo ?? 0) * 365 + 90) * 86_400_000),
      is_public: isPublic
    })
  )
  const ids = await insertRows(tx, 'documents', rows, 'document_id')
  // bytea is written as hexadecimal text.
  const files = ids.map((document_id, index) => ({
    programme_id: programmeId,
    document_id,
    content: `\\x${Buffer.from(texts[index] ?? '').toString('hex')}`
  }))
  await insertRows(tx, 'document_files', files)
  return ids
}

const MAX_GUIDED_QUESTIONS = 4

async function seedGuidance(
  { tx, programmeId }: Seeding,
  { projectId }: SeededProject,
  documentId: number | undefined,
  questionnaires: readonly SeededQuestionnaire[]
): Promise<void> {
  const guidance = (title: string, body_html: string, document_id: number | null, display_order: number) => ({
    programme_id: programmeId,
    project_id: projectId,
    title,
    body_html,
    document_id,
    display_order
  })
  const [, figuresId = 0] = await insertRows(
    tx,
    'project_guidances',
    [
      guidance(
        'Before you start',
        '<p>Have the figures of the whole period at hand. A section can be left and continued at any time; everything typed is kept.</p>',
        documentId ?? null,
        1
      ),
      guidance(
        'Figures for the profile',
        '<p>Take these from the last day of the period, not from an average. They are what other figures are divided by.</p>',
        null,
        2
      )
    ],
    'project_guidance_id'
  )
  const numeric = (questionnaires[0]?.sections[0]?.cells ?? []).filter(cell => cell.plan.figure !== undefined)
  const questionIds = [...new Set(numeric.map(cell => cell.questionId))].slice(0, MAX_GUIDED_QUESTIONS)
  await insertRows(
    tx,
    'guidance_questions',
    questionIds.map(question_id => ({
      programme_id: programmeId,
      project_guidance_id: figuresId,
      question_id
    }))
  )
}
