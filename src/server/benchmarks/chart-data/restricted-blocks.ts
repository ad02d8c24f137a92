// The blocks of an edition that a member of a strict project may be told of, in view of the figures in them and of what earlier editions told.

import { blocksAfter, joinBlocks, type JoinedBlocks } from '#domain/disclosure/blocks.ts'
import type { RestrictedReader } from '#server/auth/reader.ts'
import { divisionsByEdition } from '#server/benchmarks/editions/divisions.ts'
import { ofSelectedPeriods, publishedSource } from '#server/benchmarks/editions/sources.ts'
import { submissionsOfEdition } from '#server/benchmarks/editions/store.ts'
import type { Database } from '#server/database/schema.ts'
import { figuresOf } from './figures.ts'
import type { BlockMember, SealedFigures } from './sealed-figures.ts'
import type { ChartSelection } from './selection.ts'
import type { SeriesPlan } from './series.ts'

type RelatedCounts = ReadonlyMap<number, readonly SeriesPlan[]>

interface DividedFigures {
  figures: SealedFigures
  members: readonly BlockMember[]
  blocks: readonly (readonly number[])[]
}

/** What the editions before the newest one had of the chart, by period, the first one first. */
export async function earlierDivisions(
  database: Database,
  selection: ChartSelection,
  related: RelatedCounts
): Promise<ReadonlyMap<number, readonly DividedFigures[]>> {
  const { programmeId, series } = selection
  const { sources } = ofSelectedPeriods(selection)
  const ids = sources.flatMap(source => source.earlierEditions.map(({ edition_id }) => edition_id))
  const divisions = await divisionsByEdition(database, programmeId, ids, series)
  const plans = [...series, ...[...related.values()].flat()]
  const found = new Map<number, DividedFigures[]>()
  for (const { timePeriodId, earlierEditions } of sources)
    for (const { edition_id } of earlierEditions) {
      const blocks = divisions.get(edition_id)?.blocks ?? []
      if (blocks.length === 0) continue
      const source = { ...publishedSource(selection), editionIds: [edition_id] }
      const [members, figures] = await Promise.all([
        submissionsOfEdition(database, programmeId, edition_id),
        figuresOf(database, source, plans)
      ])
      found.set(timePeriodId, [...(found.get(timePeriodId) ?? []), { figures, members, blocks }])
    }
  return found
}

/** The blocks to tell now: joined as their figures demand, and as they were joined or apart in earlier editions. */
export function toldBlocks(
  selection: ChartSelection,
  reader: RestrictedReader,
  related: RelatedCounts,
  now: DividedFigures,
  earlier: readonly DividedFigures[]
): readonly (readonly number[])[] {
  const told: JoinedBlocks<number>[] = []
  for (const edition of [...earlier, now]) {
    const joined = joinedBlocks(selection, reader, related, edition)
    told.push({
      divided: edition.blocks,
      joined: blocksAfter({ divided: edition.blocks, joined }, told)
    })
  }
  return told.at(-1)!.joined
}

/**
 * The blocks of an edition, joined where one of them would tell too much in a series of the chart; none where everyone's figures are alike.
 * All series are looked at, chosen or not: over other blocks, the difference of two replies would be the figures of the joined ones.
 */
function joinedBlocks(
  { series, chart }: ChartSelection,
  { minimumCount }: RestrictedReader,
  related: RelatedCounts,
  { figures, members, blocks }: DividedFigures
): readonly (readonly number[])[] {
  const known = new Map(members.map(member => [member.submission_id, member]))
  const membersOf = (block: readonly number[]): BlockMember[] => block.flatMap(id => known.get(id) ?? [])
  const isUniform = (block: readonly number[]): boolean =>
    series.some(plan =>
      figures.isBlockUniform(
        membersOf(block),
        plan.displayOrder,
        minimumCount,
        chart.decimal_places,
        chart.statistic === 'proportion' ? plan.multiplier : null
      )
    )
  const isDominated = (block: readonly number[]): boolean =>
    series
      .flatMap(plan => [plan, ...(related.get(plan.displayOrder) ?? [])])
      .some(one => figures.isBlockDominated(membersOf(block), one, minimumCount))
  const joined = joinBlocks(blocks, block => isUniform(block) || isDominated(block))
  return joined.some(isUniform) ? [] : joined
}
