// How a programme's demo is populated: who takes part, and how the figures of each question are distributed. The questions are in
// src/demo/content.

/** The names of a text, separated by commas. */
export const splitNames = (text: string): string[] => text.trim().split(/,\s+/)

export interface Crowd {
  organisationNames: { places: readonly string[]; endings: readonly string[] }
  /** The filter that gives submissions their kind, for example "Specialty". */
  kindFilter: string
  /** The name of a submission of a kind; `number` distinguishes several of one organisation. */
  unitName(kind: string, number: number): string
  /** By project code. */
  projects: Readonly<Record<string, ProjectFigures>>
}

export interface ProjectFigures {
  /** Where the answers of past years are imported from; without it, people entered them here. */
  importedFrom?: string
  /** How many units take part; without it, most of them. */
  unitCount?: number
  /** By question code. */
  figures: Readonly<Record<string, FigurePlan>>
  /** The share of a row's figure in a column, by the names of grid and column. */
  shares?: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** How a figure is distributed over submissions. */
export interface FigurePlan {
  /** The median for a submission of medium size, or the share of another question's figure. */
  median: number
  /** Standard deviation of the logarithm. */
  spread: number
  /** 1 is proportional to the submission's size, 0 independent of it. */
  bySize?: number
  /** The code of the question that this is a share of. */
  shareOf?: string
  /** A part of the other figure, and never more than it. */
  isPart?: boolean
  /** The codes of two questions whose difference this is. */
  difference?: readonly [string, string]
  /** Growth from one year to the next, 0.02 is 2 %. */
  growth?: number
}
