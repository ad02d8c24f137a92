// The path of a result on the programme's site. The site builds its own paths; a test compares the two.
const joinSitePath = (...segments: (string | number)[]): string =>
  `/${segments.map(segment => encodeURIComponent(segment)).join('/')}`

export const sitePaths = {
  documents: () => '/documents',
  project: (projectCode: string) => joinSitePath('projects', projectCode),
  dataCollection: (projectCode: string) => joinSitePath('projects', projectCode, 'data-collection'),
  section: (projectCode: string, questionnaireId: number, submissionId: number, sectionId: number) =>
    joinSitePath(
      'projects',
      projectCode,
      'data-collection',
      'questionnaire',
      `${questionnaireId}-${submissionId}-${sectionId}`
    ),
  explorerDetail: (projectCode: string, explorerType: string, groupName: string, id: number) =>
    joinSitePath('projects', projectCode, explorerType, groupName, 'detail', id)
}
