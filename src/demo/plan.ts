// How a theme describes a programme's demo: structure, how figures spread, and charts, all by keys instead of ids.
import type { ChartDirection, Statistic } from '#contract/charts.ts'
import type { Visibility } from '#contract/projects.ts'
import type { QuestionType } from '#contract/questionnaires.ts'

export interface Theme {
  /** What a submission is: ward, library, service. */
  organisationNames: { places: readonly string[]; endings: readonly string[] }
  organisationTypes: readonly string[]
  regions: readonly string[]
  sizes: readonly [small: string, medium: string, large: string]
  unitKinds: readonly string[]
  /** The name of a submission of a kind; `number` distinguishes several of one organisation. */
  unitName(kind: string, number: number): string
  /** The filter by kind, for example "Specialty". */
  kindFilter: string
  projects: readonly [ProjectPlan, ProjectPlan]
}

export interface ProjectPlan {
  code: string
  name: string
  summary: string
  scopes: readonly { name: string; description: string }[]
  visibility: Visibility
  /** How many years it has figures of; three without it. */
  years?: number
  questionnaires: readonly QuestionnairePlan[]
  /** Chart groups by explorer section ("Staffing", "Outcomes"). */
  collections: readonly CollectionPlan[]
}

export interface QuestionnairePlan {
  name: string
  sections: readonly SectionPlan[]
}

export interface SectionPlan {
  name: string
  guidance: string
  subSections: readonly SubSectionPlan[]
}

export interface SubSectionPlan {
  name: string
  /** A grid when it has columns: each question is then a row. */
  columns?: readonly ColumnPlan[]
  /** A grid of one row that who fills it in repeats: each question is then a column. */
  isRepeating?: boolean
  hasRowTotals?: boolean
  hasColumnTotals?: boolean
  questions: readonly QuestionPlan[]
}

export interface ColumnPlan {
  name: string
  /** Share of a row's figure that falls into this column. */
  share: number
  /** Keys of rows that do not apply in this column. */
  without?: readonly string[]
}

export interface QuestionPlan {
  key: string
  text: string
  help?: string
  type: QuestionType
  unit?: string
  decimals?: number
  min?: number
  max?: number
  warnMin?: number
  warnMax?: number
  warnChange?: number
  maxLength?: number
  options?: readonly string[]
  isOptional?: boolean
  /** For calculated questions and visibility: `{key}` is replaced by a question of the same section. */
  expression?: string
  visibleIf?: string
  figure?: FigurePlan
}

/** How a figure is spread over submissions. */
export interface FigurePlan {
  /** Median of a submission of medium size, or the share of another question's figure. */
  median: number
  /** Deviation of the logarithm. */
  spread: number
  /** 1 grows in step with the submission's size, 0 does not. */
  bySize?: number
  /** Key of the question that this is a share of. */
  shareOf?: string
  /** A part of the other figure: never more than it. */
  isPart?: boolean
  /** Keys of questions whose difference this is. */
  difference?: readonly [string, string]
  /** Growth from one year to the next, 0.02 is 2 %. */
  growth?: number
}

export interface CollectionPlan {
  name: string
  groups: readonly { name: string; charts: readonly ChartPlan[] }[]
}

export interface ChartPlan {
  name: string
  unit: string
  decimals: number
  direction: ChartDirection
  /** What its values are; nothing that has intervals without it. */
  statistic?: Statistic
  target?: number
  definition: string
  /** Cells by `key`, by `key@column name`, or by `key@*` for all columns of a grid; added up. */
  value?: readonly string[]
  numerator?: readonly string[]
  denominator?: readonly string[]
  multiplier?: number
  /** One more series for each column of the cells' grid. */
  byColumn?: boolean
  numeratorText?: string
  denominatorText?: string
}
