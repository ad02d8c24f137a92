// Figures on their way from the database to a reply. They can be read in three ways only, and each reader
// has the right to exactly one of them.
import type { OpenReader, RestrictedReader } from '#server/auth/reader.ts'
import type { ComparedSubmission } from './submissions.ts'

export interface Figure {
  value: number | null
  numerator: number | null
  denominator: number | null
  /** Of the cases behind a mean. */
  standardDeviation: number | null
  note: string | null
}

/** The figure of a submission without answers. */
export const NO_FIGURE: Figure = {
  value: null,
  numerator: null,
  denominator: null,
  standardDeviation: null,
  note: null
}

type Figures = ReadonlyMap<number, Figure>

/** Submissions that represent whole blocks. Only `restrictedSets` creates them. */
export interface BlockUnion {
  readonly submissions: readonly ComparedSubmission[]
  readonly organisations: number
}

export class SealedFigures {
  /** By a series' display_order and by submission. */
  readonly #figures: ReadonlyMap<number, Figures>

  constructor(figures: ReadonlyMap<number, Figures>) {
    this.#figures = figures
  }

  /** Everyone's figures of a series. */
  openTo(_reader: OpenReader, displayOrder: number): Figures {
    return this.#of(displayOrder)
  }

  /** The figure of a submission of the reader's own organisation. */
  ownOf(reader: RestrictedReader, displayOrder: number, submission: ComparedSubmission): Figure {
    if (submission.organisation_id !== reader.organisationId)
      throw new Error('A figure of another organisation was asked for.')
    return this.#of(displayOrder).get(submission.submission_id) ?? NO_FIGURE
  }

  /** The values of whole blocks, ascending: their order reveals nothing else. */
  valuesOf(blocks: BlockUnion, displayOrder: number): number[] {
    const figures = this.#of(displayOrder)
    return blocks.submissions
      .flatMap(({ submission_id }) => figures.get(submission_id)?.value ?? [])
      .toSorted((a, b) => a - b)
  }

  /** Whether a submission has a value in every series. */
  isComplete(submissionId: number): boolean {
    return [...this.#figures.values()].every(figures => (figures.get(submissionId)?.value ?? null) !== null)
  }

  #of(displayOrder: number): Figures {
    return this.#figures.get(displayOrder) ?? new Map()
  }
}
