// The path of a result on the programme's site. The site builds its own paths; a test compares the two.
const path = (...segments: (string | number)[]): string =>
  `/${segments.map(segment => encodeURIComponent(segment)).join('/')}`

export const sitePaths = {
  documents: () => '/documents',
  project: (projectCode: string) => path('projects', projectCode),
  dataCollection: (projectCode: string) => path('projects', projectCode, 'data-collection'),
  section: (projectCode: string, questionnaireId: number, submissionId: number, sectionId: number) =>
    path(
      'projects',
      projectCode,
      'data-collection',
      'questionnaire',
      `${questionnaireId}-${submissionId}-${sectionId}`
    ),
  explorerDetail: (projectCode: string, explorerType: string, groupName: string, id: number) =>
    path('projects', projectCode, explorerType, groupName, 'detail', id)
}
