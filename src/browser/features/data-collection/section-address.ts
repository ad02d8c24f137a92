/** Identifies a section of a questionnaire for one submission. */
export interface SectionAddress {
  questionnaireId: number
  submissionId: number
  sectionId: number
}
