import type { BuiltSection, BuiltSubSection } from '#browser/questionnaire-builder/parts.ts'
import type { BuilderSelection } from '#browser/questionnaire-builder/selection.ts'
import type { Structure } from '#contract/questionnaire-structures.ts'

export interface SectionViewProps {
  structure: Structure
  section: BuiltSection
  selection: BuilderSelection
}

export interface SubSectionProps extends SectionViewProps {
  subSection: BuiltSubSection
}
