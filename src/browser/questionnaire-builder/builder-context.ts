import type { StructureList } from './builder.ts'

export interface QuestionnaireBuilderProps {
  projectId: number
  timePeriod: { id: number; name: string }
}

/** What everything in the builder knows of the project. */
export interface BuilderContext extends QuestionnaireBuilderProps {
  list: StructureList
}
