// Many things that can be found. Words are as frequent as in a language: a few are in every second text, most in a handful.

import { randomFrom, type Random } from '#demo/random.ts'
import { insertRows } from '#server/database/bulk.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { transaction } from '#server/database/transaction.ts'

const VOCABULARY = 20_000
const SYLLABLES = [
  'ba',
  'co',
  'di',
  'fe',
  'gu',
  'la',
  'me',
  'ni',
  'po',
  'ra',
  'se',
  'ti',
  'vu',
  'wa',
  'zo',
  'ster'
]

/** A made-up word of two to five syllables; the same number gives the same word. */
export function wordNumbered(number: number): string {
  const random = randomFrom(`word ${number}`)
  return Array.from({ length: random.whole(2, 5) }, () => random.pick(SYLLABLES)).join('')
}

/** Zipf's law: the word of rank r is r times as rare as the first. */
const zipf = (random: Random): number => Math.floor(VOCABULARY ** random.next())

/** Adds charts, questions, documents and guidance to the first project of a seeded programme. */
export async function addSearchableRows(
  database: Database,
  programmeId: number,
  count: number
): Promise<void> {
  const random = randomFrom('searchable rows')
  const words = Array.from({ length: VOCABULARY + 1 }, (_, number) => wordNumbered(number))
  const text = (length: number): string => Array.from({ length }, () => words[zipf(random)]).join(' ')
  const rowsOf = <Row>(share: number, make: () => Row): Row[] =>
    Array.from({ length: Math.round(count * share) }, make)
  const group = await database
    .selectFrom('chart_groups as g')
    .innerJoin('collections as k', join => inProgramme(join, 'k', 'g', 'collection_id'))
    .select(['g.chart_group_id', 'k.collection_id', 'k.project_id'])
    .where('g.programme_id', '=', programmeId)
    .executeTakeFirstOrThrow()
  const { sub_section_id } = await database
    .selectFrom('sub_sections')
    .select('sub_section_id')
    .where('programme_id', '=', programmeId)
    .executeTakeFirstOrThrow()
  const { chart_group_id, collection_id, project_id } = group
  const own = { programme_id: programmeId, project_id }
  await transaction(database, async tx => {
    const charts = await insertRows(
      tx,
      'charts',
      rowsOf(0.2, () => ({
        ...own,
        collection_id,
        chart_name: text(5),
        definition_html: `<p>${text(20)}</p>`,
        numerator_text: text(4),
        denominator_text: text(4),
        unit: '%',
        decimal_places: 1,
        direction: 'higher',
        source_text: '',
        caveats_html: '',
        version: 1,
        is_active: true
      })),
      'chart_id'
    )
    const questions = await insertRows(
      tx,
      'questions',
      rowsOf(0.6, () => ({
        ...own,
        question_text: text(8),
        help_text: text(12),
        question_type: 'integer',
        unit: '',
        is_active: true,
        version: 1
      })),
      'question_id'
    )
    await insertRows(
      tx,
      'chart_group_memberships',
      charts.map(chart_id => ({
        programme_id: programmeId,
        chart_group_id,
        chart_id,
        display_order: 0
      }))
    )
    await insertRows(
      tx,
      'question_memberships',
      questions.map(question_id => ({
        programme_id: programmeId,
        sub_section_id,
        question_id,
        row_id: 0,
        column_id: 0,
        display_order: 0,
        is_required: false
      }))
    )
    await insertRows(
      tx,
      'documents',
      rowsOf(0.15, () => ({
        ...own,
        document_name: text(6),
        document_type: 'guidance',
        file_name: `${text(1)}.pdf`,
        mime_type: 'application/pdf',
        size_bytes: 1000,
        version_label: '',
        published_at: new Date(0),
        is_public: false
      }))
    )
    await insertRows(
      tx,
      'project_guidances',
      rowsOf(0.05, () => ({ ...own, title: text(4), body_html: `<p>${text(40)}</p>`, display_order: 0 }))
    )
  })
}
