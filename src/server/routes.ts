// Every operation's route by name; the type makes a missing one an error.
import type { Routes } from './http/route.ts'
import { registerUser, resetPassword, verifyEmail } from './accounts/accounts.ts'
import { login, logout } from './auth/auth.ts'
import { getChartData, listSeriesOptions } from './benchmarks/chart-data.ts'
import { getChart, getCollectionHierarchy, getMetaData, listCharts, listOutputTypes } from './benchmarks/charts.ts'
import { downloadDocument, listDocuments } from './documents/documents.ts'
import { getEnum } from './projects/enums.ts'
import { listFilterOptions } from './benchmarks/filters.ts'
import { listOrganisations } from './projects/organisations.ts'
import { getProjectAbout, listProjectGuidances, listScopes } from './projects/project-texts.ts'
import { addFavourite, getProject, listProjects, removeFavourite } from './projects/projects.ts'
import { getCompletion, getQuestionnaire, getSectionQuestions, listQuestionnaires, listSections, saveSection } from './questionnaires/questionnaires.ts'
import { getRegistrationSubmissionQuestionnaires } from './registrations/registered-questionnaires.ts'
import { createRegistrationContact, deleteRegistrationContact, listRegistrationContacts } from './registrations/registration-contacts.ts'
import {
  createRegistrationSubmission,
  deleteRegistrationSubmission,
  getRegistrationCompletion,
  listRegistrationSubmissions
} from './registrations/registration-submissions.ts'
import { createRegistration, listRegistrations, updateRegistration } from './registrations/registrations.ts'
import { listSearchFilters, searchGlobal } from './search/search.ts'
import { createSubmission, listOrganisationSubmissions, listSubmissions, updateSubmission } from './registrations/submissions.ts'
import { getRegistrationTimePeriod, listTimePeriods } from './projects/time-periods.ts'
import { enableOtp, generateOtp } from './auth/otp.ts'
import { changePassword } from './accounts/password-change.ts'
import { decideUsers, deleteUser, inviteUser, resetOtp } from './accounts/user-admin.ts'
import { getCurrentUser, listUsers, updateUser } from './accounts/users.ts'
import { checkCaseCode, createCaseCodes, deleteCaseCode, editReviewer, listCaseCodes } from './surveys/case-codes.ts'
import { postComment } from './questionnaires/comments.ts'
import {
  createSection,
  createSubSection,
  createSubSectionColumn,
  createSubSectionRow,
  updateSection,
  updateSubSection,
  updateSubSectionColumn,
  updateSubSectionRow
} from './builders/questionnaire-builder.ts'
import { createQuestion, createQuestionMembership, listQuestions, updateQuestion } from './builders/questions.ts'
import { createChart, createCollection, deleteChart, listCollections, updateChart } from './builders/chart-builder.ts'
import { createChartParameter, deleteChartParameters, listChartParameters } from './builders/chart-parameters.ts'
import {
  createChartGroupMemberships,
  deleteChartGroupMemberships,
  listChartGroupMemberships,
  updateChartGroupMembership
} from './builders/chart-groups.ts'
import {
  createPeerGroup,
  createPeerGroupMembership,
  createPeerGroupMemberships,
  deletePeerGroupMemberships,
  deletePeerGroups,
  listPeerGroupMemberships,
  updatePeerGroup
} from './benchmarks/peer-groups.ts'

export const routes: Routes = {
  login,
  logout,
  generateOtp,
  enableOtp,
  getCurrentUser,
  listUsers,
  inviteUser,
  decideUsers,
  updateUser,
  deleteUser,
  resetPassword,
  resetOtp,
  changePassword,
  registerUser,
  verifyEmail,
  listOrganisations,
  listTimePeriods,
  listFilterOptions,
  listProjects,
  listQuestionnaires,
  getQuestionnaire,
  listSections,
  getSectionQuestions,
  saveSection,
  getCompletion,
  getCollectionHierarchy,
  listCharts,
  getChart,
  listOutputTypes,
  getMetaData,
  getChartData,
  listSeriesOptions,
  getProject,
  addFavourite,
  removeFavourite,
  getProjectAbout,
  listProjectGuidances,
  listScopes,
  getRegistrationTimePeriod,
  listRegistrations,
  createRegistration,
  updateRegistration,
  listRegistrationContacts,
  createRegistrationContact,
  deleteRegistrationContact,
  listRegistrationSubmissions,
  createRegistrationSubmission,
  deleteRegistrationSubmission,
  getRegistrationCompletion,
  listSubmissions,
  listOrganisationSubmissions,
  createSubmission,
  updateSubmission,
  getRegistrationSubmissionQuestionnaires,
  listDocuments,
  downloadDocument,
  getEnum,
  listSearchFilters,
  searchGlobal,
  listCaseCodes,
  createCaseCodes,
  deleteCaseCode,
  editReviewer,
  checkCaseCode,
  postComment,
  createSection,
  updateSection,
  createSubSection,
  updateSubSection,
  createSubSectionRow,
  updateSubSectionRow,
  createSubSectionColumn,
  updateSubSectionColumn,
  listQuestions,
  createQuestion,
  updateQuestion,
  createQuestionMembership,
  listCollections,
  createCollection,
  createChart,
  updateChart,
  deleteChart,
  listChartParameters,
  createChartParameter,
  deleteChartParameters,
  listChartGroupMemberships,
  createChartGroupMemberships,
  updateChartGroupMembership,
  deleteChartGroupMemberships,
  createPeerGroup,
  updatePeerGroup,
  deletePeerGroups,
  listPeerGroupMemberships,
  createPeerGroupMembership,
  createPeerGroupMemberships,
  deletePeerGroupMemberships
}
