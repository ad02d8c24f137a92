// Figures between the database and a reply. They can be read in only a few ways, and each kind of reader
// is allowed some of them.

import type { ChartDirection } from '#contract/charts.ts'
import {
  disclosedSet,
  isDominated,
  isUniform,
  runsOf,
  type DisclosedSet,
  type OwnedFigure,
  type Run
} from '#domain/disclosure/disclosure.ts'
import { rankableValues } from '#domain/disclosure/own-ranks.ts'
import { shownFigure } from '#domain/figures/shown-figures.ts'
import type { OpenReader, RestrictedReader } from '#server/auth/reader.ts'
import { isRatioSeries, type SeriesPlan } from './series.ts'
import type { ComparedSubmission } from './submissions.ts'

export interface SubmissionFigure {
  value: number | null
  numerator: number | null
  denominator: number | null
  /** Of the cases behind a mean. */
  standardDeviation: number | null
  note: string | null
  /** Whether it is from a section that is not complete: only the own organisation sees it, and nobody is compared with it. */
  isUnfinished: boolean
}

/** The figure of a submission without answers. */
export const NO_FIGURE: SubmissionFigure = {
  value: null,
  numerator: null,
  denominator: null,
  standardDeviation: null,
  note: null,
  isUnfinished: false
}

const FIGURE_FIELDS = Object.keys(NO_FIGURE) as (keyof SubmissionFigure)[]

/** Whose figure it is. */
export type BlockMember = Pick<ComparedSubmission, 'submission_id' | 'organisation_id'>

type FiguresToSeal = ReadonlyMap<number, SubmissionFigure>

/** Whole blocks of others. Only `restrictedSets` creates them. */
export interface BlockUnion {
  readonly blocks: readonly (readonly ComparedSubmission[])[]
  readonly submissions: readonly ComparedSubmission[]
  readonly organisations: number
}

/** All blocks of a period with everyone in them, the reader too. Only `restrictedSets` creates it. */
export interface Division {
  readonly everyone: readonly ComparedSubmission[]
}

export class SealedFigures {
  /** By a series' display_order and by submission. */
  readonly #figures: ReadonlyMap<number, FiguresToSeal>

  constructor(figures: ReadonlyMap<number, FiguresToSeal>) {
    this.#figures = figures
  }

  /** The figures of both. No submission is in both, because each belongs to one period. */
  joinedWith(other: SealedFigures): SealedFigures {
    const series = new Set([...this.#figures.keys(), ...other.#figures.keys()])
    return new SealedFigures(
      new Map([...series].map(order => [order, new Map([...this.#of(order), ...other.#of(order)])]))
    )
  }

  /** As text for the store that processes share, which only `unseal` reads. */
  seal(): string {
    const rows = [...this.#figures].map(([order, figures]) => [
      order,
      [...figures].map(([id, figure]) => [id, ...FIGURE_FIELDS.map(field => figure[field])])
    ])
    return JSON.stringify(rows)
  }

  static unseal(text: string): SealedFigures {
    const rows = JSON.parse(text) as [order: number, figures: [id: number, ...fields: unknown[]][]][]
    const figureOf = (fields: unknown[]): SubmissionFigure =>
      Object.fromEntries(
        FIGURE_FIELDS.map((field, index) => [field, fields[index]])
      ) as unknown as SubmissionFigure
    return new SealedFigures(
      new Map(
        rows.map(([order, figures]) => [
          order,
          new Map(figures.map(([id, ...fields]) => [id, figureOf(fields)]))
        ])
      )
    )
  }

  /** How many there are in all series: their number alone, for the size of a cache. */
  get count(): number {
    return [...this.#figures.values()].reduce((sum, figures) => sum + figures.size, 0)
  }

  /** Everyone's figures of a series. */
  openTo(_reader: OpenReader, displayOrder: number): FiguresToSeal {
    return this.#of(displayOrder)
  }

  /** The figure of a submission of the reader's own organisation. */
  ownOf(reader: RestrictedReader, displayOrder: number, submission: ComparedSubmission): SubmissionFigure {
    if (submission.organisation_id !== reader.organisationId)
      throw new Error('A figure of another organisation was asked for.')
    return this.#of(displayOrder).get(submission.submission_id) ?? NO_FIGURE
  }

  /** The values of whole blocks, ascending: their order reveals nothing else. */
  valuesOf({ submissions }: BlockUnion, displayOrder: number): number[] {
    return this.#ownedBy(submissions, displayOrder)
      .map(({ value }) => value)
      .toSorted((a, b) => a - b)
  }

  /**
   * Whether a few organisations dominate the blocks together or one of them: with the means of all others, the mean of that one could
   * be calculated. The reader, who may collude with others, is in none of them.
   */
  isDominated({ submissions, blocks }: BlockUnion, plan: SeriesPlan, minimumCount: number): boolean {
    return [submissions, ...blocks].some(block => this.#isMostlyOfFew(block, plan, minimumCount - 2))
  }

  /** The same for one block, in which everyone is counted. */
  isBlockDominated(block: readonly BlockMember[], plan: SeriesPlan, minimumCount: number): boolean {
    return this.#isMostlyOfFew(block, plan, minimumCount - 1)
  }

  /** Whether an average of a block with everyone in it would tell each figure. */
  isBlockUniform(
    block: readonly BlockMember[],
    displayOrder: number,
    minimumCount: number,
    decimals: number,
    whole: number | null
  ): boolean {
    return isUniform(this.#ownedBy(block, displayOrder), minimumCount, decimals, whole)
  }

  /** What may be shown of whole blocks. */
  disclose(
    { submissions }: BlockUnion,
    plan: SeriesPlan,
    minimumCount: number,
    decimals: number,
    hasMean: boolean
  ): DisclosedSet {
    const isRatio = isRatioSeries(plan)
    return disclosedSet(this.#ownedBy(submissions, plan.displayOrder), minimumCount, decimals, {
      hasMean,
      isRatio
    })
  }

  /** Which of the own published values may be ranked among whole blocks, all as they are shown. */
  rankable(
    { submissions }: BlockUnion,
    own: readonly ComparedSubmission[],
    displayOrder: number,
    { minimumCount, organisationId }: RestrictedReader,
    { decimal_places, direction }: { decimal_places: number; direction: ChartDirection }
  ): ReadonlySet<number> {
    const shown = (of: readonly ComparedSubmission[]): OwnedFigure[] =>
      this.#ownedBy(of, displayOrder).map(one => ({ ...one, value: shownFigure(one.value, decimal_places) }))
    const mine = shown(own.filter(one => one.organisation_id === organisationId))
    return rankableValues(
      mine.map(one => one.value),
      shown(submissions),
      minimumCount,
      direction
    )
  }

  /** Everyone's sorted values as means of runs. */
  runsOf({ everyone }: Division, displayOrder: number, minimumCount: number, decimals: number): Run[] {
    return runsOf(this.#ownedBy(everyone, displayOrder), minimumCount, decimals)
  }

  #isMostlyOfFew(block: readonly BlockMember[], plan: SeriesPlan, colluders: number): boolean {
    return isDominated(this.#ownedBy(block, plan.displayOrder), colluders, isRatioSeries(plan))
  }

  #ownedBy(submissions: readonly BlockMember[], displayOrder: number): OwnedFigure[] {
    const figures = this.#of(displayOrder)
    return submissions.flatMap(({ submission_id, organisation_id }) => {
      const value = figures.get(submission_id)?.value ?? null
      return value === null ? [] : [{ organisationId: organisation_id, value }]
    })
  }

  #of(displayOrder: number): FiguresToSeal {
    return this.#figures.get(displayOrder) ?? new Map()
  }
}
