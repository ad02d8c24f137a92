// Every operation's route by name; the type makes a missing one an error.
import type { Routes } from '../route.ts'
import { registerUser, resetPassword, verifyEmail } from './accounts.ts'
import { login, logout } from './auth.ts'
import { getChartData, listSeriesOptions } from './chart-data.ts'
import { getChart, getCollectionHierarchy, getMetaData, listCharts, listOutputTypes } from './charts.ts'
import { downloadDocument, listDocuments } from './documents.ts'
import { getEnum } from './enums.ts'
import { listFilterOptions } from './filters.ts'
import { listOrganisations } from './organisations.ts'
import { getProjectAbout, listProjectGuidances, listScopes } from './project-texts.ts'
import { addFavourite, getProject, listProjects, removeFavourite } from './projects.ts'
import { getCompletion, getQuestionnaire, getSectionQuestions, listQuestionnaires, listSections, saveSection } from './questionnaires.ts'
import { getRegistrationSubmissionQuestionnaires } from './registered-questionnaires.ts'
import { createRegistrationContact, deleteRegistrationContact, listRegistrationContacts } from './registration-contacts.ts'
import {
  createRegistrationSubmission,
  deleteRegistrationSubmission,
  getRegistrationCompletion,
  listRegistrationSubmissions
} from './registration-submissions.ts'
import { createRegistration, listRegistrations, updateRegistration } from './registrations.ts'
import { listSearchFilters, searchGlobal } from './search.ts'
import { createSubmission, listOrganisationSubmissions, listSubmissions, updateSubmission } from './submissions.ts'
import { getRegistrationTimePeriod, listTimePeriods } from './time-periods.ts'
import { enableOtp, generateOtp } from './otp.ts'
import { changePassword } from './password-change.ts'
import { decideUsers, deleteUser, inviteUser, resetOtp } from './user-admin.ts'
import { getCurrentUser, listUsers, updateUser } from './users.ts'
import { checkCaseCode, createCaseCodes, deleteCaseCode, editReviewer, listCaseCodes } from './case-codes.ts'
import { postComment } from './comments.ts'
import {
  createSection,
  createSubSection,
  createSubSectionColumn,
  createSubSectionRow,
  updateSection,
  updateSubSection,
  updateSubSectionColumn,
  updateSubSectionRow
} from './questionnaire-builder.ts'
import { createQuestion, createQuestionMembership, listQuestions, updateQuestion } from './questions.ts'
import { createChart, createCollection, deleteChart, listCollections, updateChart } from './chart-builder.ts'
import { createChartParameter, deleteChartParameters, listChartParameters } from './chart-parameters.ts'
import {
  createChartGroupMemberships,
  deleteChartGroupMemberships,
  listChartGroupMemberships,
  updateChartGroupMembership
} from './chart-groups.ts'
import {
  createPeerGroup,
  createPeerGroupMembership,
  createPeerGroupMemberships,
  deletePeerGroupMemberships,
  deletePeerGroups,
  listPeerGroupMemberships,
  updatePeerGroup
} from './peer-groups.ts'

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
