// How a programme's demo is populated: who takes part, and how the figures of each question spread. The questions themselves are in content/.

export interface Crowd {
  organisationNames: { places: readonly string[]; endings: readonly string[] }
  /** The filter by which submissions are of a kind, for example "Specialty". */
  kindFilter: string
  /** The name of a submission of a kind; `number` distinguishes several of one organisation. */
  unitName(kind: string, number: number): string
  /** By project code. */
  projects: Readonly<Record<string, ProjectFigures>>
}

export interface ProjectFigures {
  /** By question code. */
  figures: Readonly<Record<string, FigurePlan>>
  /** The share of a row's figure that falls into a column, by the grid's name and the column's. */
  shares?: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** How a figure is spread over submissions. */
export interface FigurePlan {
  /** Median of a submission of medium size, or the share of another question's figure. */
  median: number
  /** Deviation of the logarithm. */
  spread: number
  /** 1 grows in step with the submission's size, 0 does not. */
  bySize?: number
  /** Code of the question that this is a share of. */
  shareOf?: string
  /** A part of the other figure: never more than it. */
  isPart?: boolean
  /** Codes of questions whose difference this is. */
  difference?: readonly [string, string]
  /** Growth from one year to the next, 0.02 is 2 %. */
  growth?: number
}
