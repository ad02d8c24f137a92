// Who may call what, as data: a row for each operation, and for each kind of row what every caller meets.
import type { Access } from '#contract/endpoint.ts'
import type { EndpointName } from '#server/http/route.ts'

/** `lead of another organisation` passes as a lead does; whose data they reach is decided with the data. */
export const CALLERS = [
  'nobody',
  'expired token',
  'disabled user',
  'case code',
  'viewer',
  'contributor',
  'lead',
  'lead of another organisation',
  'admin',
  'superuser'
] as const
export type CallerName = (typeof CALLERS)[number]

/** What the gate says before it looks at any data. */
export type Verdict = 'in' | 401 | 403

const people = (verdicts: readonly [Verdict, Verdict, Verdict, Verdict, Verdict]) => {
  const [viewer, contributor, lead, admin, superuser] = verdicts
  return { viewer, contributor, lead, 'lead of another organisation': lead, admin, superuser }
}
const strangers = (verdict: Verdict, caseCode: Verdict = verdict) => ({
  nobody: verdict,
  'expired token': verdict,
  'disabled user': verdict,
  'case code': caseCode
})

export const verdicts: Record<Access, Record<CallerName, Verdict>> = {
  open: { ...strangers('in'), ...people(['in', 'in', 'in', 'in', 'in']) },
  case_code: { ...strangers(401, 'in'), ...people(['in', 'in', 'in', 'in', 'in']) },
  viewer: { ...strangers(401), ...people(['in', 'in', 'in', 'in', 'in']) },
  contributor: { ...strangers(401), ...people([403, 'in', 'in', 'in', 'in']) },
  lead: { ...strangers(401), ...people([403, 403, 'in', 'in', 'in']) },
  admin: { ...strangers(401), ...people([403, 403, 403, 'in', 'in']) },
  superuser: { ...strangers(401), ...people([403, 403, 403, 403, 'in']) }
}

/** An operation without a row is a type error, and one whose contract says something else fails the test. */
export const rows: Record<EndpointName, Access> = {
  login: 'open',
  resetPassword: 'open',
  changePassword: 'open',
  registerUser: 'open',
  verifyEmail: 'open',
  listOrganisations: 'open',
  listDocuments: 'open',
  downloadDocument: 'open',
  getEnum: 'open',
  checkCaseCode: 'open',
  logout: 'viewer',
  listOwnSessions: 'viewer',
  endOwnSession: 'viewer',
  endOwnSessions: 'viewer',
  getQuestionnaire: 'case_code',
  listSections: 'case_code',
  getSectionQuestions: 'case_code',
  saveSection: 'case_code',
  generateOtp: 'viewer',
  enableOtp: 'viewer',
  renewRecoveryCodes: 'viewer',
  getCurrentUser: 'viewer',
  updateUser: 'viewer',
  listTimePeriods: 'viewer',
  listFilterOptions: 'viewer',
  listProjects: 'viewer',
  listQuestionnaires: 'viewer',
  getCompletion: 'viewer',
  getCollectionHierarchy: 'viewer',
  listCharts: 'viewer',
  getChart: 'viewer',
  listOutputTypes: 'viewer',
  getMetaData: 'viewer',
  getChartData: 'viewer',
  listSeriesOptions: 'viewer',
  getProject: 'viewer',
  addFavourite: 'viewer',
  removeFavourite: 'viewer',
  getProjectAbout: 'viewer',
  listProjectGuidances: 'viewer',
  listScopes: 'viewer',
  getRegistrationTimePeriod: 'viewer',
  listRegistrations: 'viewer',
  listRegistrationContacts: 'viewer',
  listRegistrationSubmissions: 'viewer',
  getRegistrationCompletion: 'viewer',
  listSubmissions: 'viewer',
  listOrganisationSubmissions: 'viewer',
  getRegistrationSubmissionQuestionnaires: 'viewer',
  listSearchFilters: 'viewer',
  searchGlobal: 'viewer',
  listCollections: 'viewer',
  listChartParameters: 'viewer',
  listChartGroupMemberships: 'viewer',
  createPeerGroup: 'viewer',
  updatePeerGroup: 'viewer',
  deletePeerGroups: 'viewer',
  listPeerGroupMemberships: 'viewer',
  createPeerGroupMembership: 'viewer',
  createPeerGroupMemberships: 'viewer',
  deletePeerGroupMemberships: 'viewer',
  listCaseCodes: 'contributor',
  createCaseCodes: 'contributor',
  deleteCaseCode: 'contributor',
  editReviewer: 'contributor',
  postComment: 'contributor',
  listUsers: 'lead',
  createRegistration: 'lead',
  updateRegistration: 'lead',
  createRegistrationContact: 'lead',
  deleteRegistrationContact: 'lead',
  createRegistrationSubmission: 'lead',
  deleteRegistrationSubmission: 'lead',
  createSubmission: 'lead',
  updateSubmission: 'lead',
  inviteUser: 'admin',
  decideUsers: 'admin',
  deleteUser: 'admin',
  resetOtp: 'admin',
  createSection: 'admin',
  updateSection: 'admin',
  createSubSection: 'admin',
  updateSubSection: 'admin',
  createSubSectionRow: 'admin',
  updateSubSectionRow: 'admin',
  createSubSectionColumn: 'admin',
  updateSubSectionColumn: 'admin',
  listQuestions: 'admin',
  createQuestion: 'admin',
  updateQuestion: 'admin',
  createQuestionMembership: 'admin',
  createCollection: 'admin',
  createChart: 'admin',
  updateChart: 'admin',
  deleteChart: 'admin',
  createChartParameter: 'admin',
  deleteChartParameters: 'admin',
  createChartGroupMemberships: 'admin',
  updateChartGroupMembership: 'admin',
  deleteChartGroupMemberships: 'admin',
  listChartCells: 'admin',
  previewChart: 'admin'
}
