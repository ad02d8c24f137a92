import type { Structure } from '#contract/questionnaire-structures.ts'
import type { Section, SubSection } from '../parts.ts'
import type { BuilderSelection } from '../selection.ts'

export interface SectionViewProps {
  structure: Structure
  section: Section
  selection: BuilderSelection
}

export interface SubSectionProps extends SectionViewProps {
  subSection: SubSection
}
