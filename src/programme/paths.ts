// Every URL path of the site as a function of its parameters. Nothing else builds a path.

type Segment = string | number

const path = (...segments: Segment[]): string =>
  `/${segments.map(segment => encodeURIComponent(segment)).join('/')}`

const withQuery = (base: string, query: Record<string, string | undefined>): string => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? base : `${base}?${new URLSearchParams(given).toString()}`
}

export const paths = {
  home: () => '/',
  login: (query: { mfa?: 'required'; next?: string } = {}) => withQuery('/login', query),
  register: () => '/register',
  forgotPassword: () => '/forgot-password',
  verify: (id?: string) => (id === undefined ? '/verify' : path('verify', id)),
  users: () => '/users',
  documents: () => '/documents',
  organisation: () => '/organisation',

  projects: () => '/projects',
  project: (projectCode: string) => path('projects', projectCode),
  projectAbout: (projectCode: string) => path('projects', projectCode, 'about'),
  projectDashboard: (projectCode: string) => path('projects', projectCode, 'dashboard'),
  projectRegistration: (projectCode: string) => path('projects', projectCode, 'registration'),

  /** With `view=questions`, admins edit the questionnaires; `progress` is the table of all organisations, `entry` one of them, `queries` what the programme has asked. */
  dataCollection: (
    projectCode: string,
    query: {
      view?: 'progress' | 'entry' | 'queries' | 'questions'
      questionnaire?: string
      part?: string
      /** The survey whose results are shown, or with `part=cases` its codes. */
      results?: string
    } = {}
  ) => withQuery(path('projects', projectCode, 'data-collection'), query),
  /** `go=left` opens the section at the first incomplete cell, the key of a cell at that cell, and the id of a question at its first one; `tab` is that of the panel. `print` prints its form. */
  section: (
    projectCode: string,
    questionnaireId: number,
    submissionId: number,
    sectionId: number,
    query: { go?: string; tab?: 'for-you' | 'comments'; print?: 'blank' | 'filled' } = {}
  ) =>
    withQuery(
      path(
        'projects',
        projectCode,
        'data-collection',
        'questionnaire',
        `${questionnaireId}-${submissionId}-${sectionId}`
      ),
      query
    ),

  explorer: (projectCode: string, explorerType: string) => path('projects', projectCode, explorerType),
  explorerSearch: (projectCode: string, explorerType: string) =>
    path('projects', projectCode, explorerType, 'search'),
  explorerGroup: (projectCode: string, explorerType: string, groupName: string) =>
    path('projects', projectCode, explorerType, groupName),
  /** Without an id it is a new chart, for those who may build one. `mode=edit` opens the builder. */
  explorerDetail: (
    projectCode: string,
    explorerType: string,
    groupName: string,
    id?: number,
    query: { mode?: 'edit' } = {}
  ) =>
    withQuery(
      path('projects', projectCode, explorerType, groupName, 'detail', ...(id === undefined ? [] : [id])),
      query
    ),

  surveyNotFound: () => '/surveys/404',
  survey: (questionnaireId: number, submissionId: number) =>
    path('surveys', `${questionnaireId}-${submissionId}`),
  surveyCase: (questionnaireId: number, submissionId: number, caseCode: string) =>
    path('surveys', `${questionnaireId}-${submissionId}`, caseCode),
  surveyQuestions: (questionnaireId: number, submissionId: number, caseCode: string) =>
    path('surveys', `${questionnaireId}-${submissionId}`, caseCode, 'questions'),
  surveyComplete: (questionnaireId: number, submissionId: number, caseCode: string) =>
    path('surveys', `${questionnaireId}-${submissionId}`, caseCode, 'complete')
}

/** Paths without parameters: the build writes one HTML file for each. */
export const staticPaths: readonly string[] = [
  paths.home(),
  paths.login(),
  paths.register(),
  paths.forgotPassword(),
  paths.verify(),
  paths.users(),
  paths.documents(),
  paths.organisation(),
  paths.projects(),
  paths.surveyNotFound()
]
