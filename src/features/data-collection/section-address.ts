/** Which section of which questionnaire, for which submission. */
export interface SectionAddress {
  questionnaireId: number
  submissionId: number
  sectionId: number
}
