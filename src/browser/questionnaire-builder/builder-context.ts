import type { StructureList } from './builder.ts'

export interface QuestionnaireBuilderProps {
  projectId: number
  timePeriod: { id: number; name: string }
}

/** The project's data for all parts of the builder. */
export interface BuilderContext extends QuestionnaireBuilderProps {
  list: StructureList
}
