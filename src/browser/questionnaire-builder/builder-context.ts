import type { StructureList } from './builder.ts'

export interface BuilderScreenProps {
  projectId: number
  timePeriod: { id: number; name: string }
}

/** What everything in the builder knows of the project. */
export interface BuilderContext extends BuilderScreenProps {
  list: StructureList
}
