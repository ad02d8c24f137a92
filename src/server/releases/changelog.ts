// What differs between an edition and the one before: who took part and every changed figure; in strict projects no figures, because earlier ones are no longer served.

import { isStrict } from '#domain/disclosure/visibility.ts'
import type { Tx } from '#server/database/schema.ts'
import { participantsOf, type Participant } from './participants.ts'
import { atEdition, comparedSeries, publishedFigures, type PublishedChart } from './published-charts.ts'
import { isReleased, type ReleaseContent } from './release-content.ts'
import type { ReleasedEdition } from './released-editions.ts'

export async function* changelogLines(content: ReleaseContent): AsyncGenerator<string> {
  const { tx, edition, participants, charts } = content
  const { editionNumber, publishedOn, visibility } = edition.facts
  yield `# Changelog\n\n## Edition ${editionNumber}, ${publishedOn}\n\n`
  const before = await editionBefore(tx, edition)
  if (!before) return yield 'First edition.\n'
  yield `Compared with edition ${before.facts.editionNumber}.\n`
  if (isStrict(visibility)) return yield 'What changed is not listed, to protect organisations.\n'
  const earlier = await participantsOf(tx, before)
  yield listText('Added', without(participants, earlier))
  yield listText('No longer included', without(earlier, participants))
  yield '\n### Changed figures\n\n'
  let count = 0
  for (const chart of charts)
    for await (const line of changesOfChart(content, chart, before)) {
      yield line
      count += 1
    }
  yield `${count === 0 ? '' : '\n'}${count} in all.\n`
}

async function editionBefore(tx: Tx, edition: ReleasedEdition): Promise<ReleasedEdition | null> {
  const { programmeId, projectId, timePeriodId, facts } = edition
  const before = await tx
    .selectFrom('editions')
    .select(['edition_id', 'edition_number'])
    .where('programme_id', '=', programmeId)
    .where('project_id', '=', projectId)
    .where('time_period_id', '=', timePeriodId)
    .where('edition_number', '=', facts.editionNumber - 1)
    .executeTakeFirst()
  return before
    ? { ...edition, editionId: before.edition_id, facts: { ...facts, editionNumber: before.edition_number } }
    : null
}

const without = (some: readonly Participant[], others: readonly Participant[]): Participant[] => {
  const ids = new Set(others.map(({ submission_id }) => submission_id))
  return some.filter(({ submission_id }) => !ids.has(submission_id))
}

const participantName = ({ organisation, submission }: Participant): string => `${organisation} ${submission}`

const listText = (heading: string, participants: readonly Participant[]): string =>
  participants.length === 0
    ? ''
    : `\n### ${heading}\n\n${participants.map(one => `- ${participantName(one)}\n`).join('')}`

/** A line for each figure that was published in both editions and differs, or was published in one of them. */
async function* changesOfChart(
  content: ReleaseContent,
  chart: PublishedChart,
  before: ReleasedEdition
): AsyncGenerator<string> {
  const earlier = atEdition(chart.selection, before)
  const compared = await comparedSeries(content.tx, earlier)
  for (const [index, series] of chart.series.entries()) {
    const was = compared[index]
    if (!was?.averages || !isReleased(content, series)) continue
    const changes = changedFigures(
      content.participants,
      await publishedFigures(content.tx, earlier, was.plan),
      await publishedFigures(content.tx, chart.selection, series.plan)
    )
    for (const change of changes) yield `- ${chart.code}, ${series.code}, ${change}\n`
  }
}

const changedFigures = (
  participants: readonly Participant[],
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>
): string[] =>
  participants.flatMap(one => {
    const [was, is] = [before.get(one.submission_id), after.get(one.submission_id)]
    return was === is ? [] : [`${participantName(one)}: ${was ?? 'none'} became ${is ?? 'none'}`]
  })
