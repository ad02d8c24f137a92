// What every step of an import knows.

import type { TakenStructure } from '#server/database/structure-lock.ts'
import type { ImportPlan } from './import-plan.ts'
import type { ProjectCodes } from './project-codes.ts'

export interface AnswersTarget {
  now: Date
  isApplied: boolean
  /** Whether imported answers may replace those that people entered. */
  mayReplace: boolean
}

export interface ImportContext {
  structure: TakenStructure
  project: ProjectCodes
  plan: ImportPlan
  target: AnswersTarget
}
