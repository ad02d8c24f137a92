/** Which section of which questionnaire, for which submission. */
export interface SectionPlace {
  questionnaireId: number
  submissionId: number
  sectionId: number
}
