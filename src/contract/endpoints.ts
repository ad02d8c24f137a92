// Every operation by name. The server serves each, the tests walk each, the OpenAPI document lists each.
import { enableOtp, generateOtp, login, logout } from './auth.ts'
import { getChartData, listSeriesOptions } from './chart-data.ts'
import { getChart, getCollectionHierarchy, getMetaData, listCharts, listOutputTypes } from './charts.ts'
import { downloadDocument, listDocuments } from './documents.ts'
import { getEnum } from './enums.ts'
import { listFilterOptions } from './filters.ts'
import { listOrganisations } from './organisations.ts'
import { addFavourite, getProject, getProjectAbout, listProjectGuidances, listProjects, listScopes, removeFavourite } from './projects.ts'
import { getQuestionnaire, getSectionQuestions, listQuestionnaires, listSections } from './questionnaires.ts'
import { getCompletion, saveSection } from './section-submissions.ts'
import {
  createRegistration,
  createRegistrationContact,
  createRegistrationSubmission,
  deleteRegistrationContact,
  deleteRegistrationSubmission,
  getRegistrationCompletion,
  getRegistrationSubmissionQuestionnaires,
  listRegistrationContacts,
  listRegistrations,
  listRegistrationSubmissions,
  updateRegistration
} from './registrations.ts'
import { createSubmission, listOrganisationSubmissions, listSubmissions, updateSubmission } from './submissions.ts'
import { listSearchFilters, searchGlobal } from './search.ts'
import { getRegistrationTimePeriod, listTimePeriods } from './time-periods.ts'
import {
  changePassword,
  decideUsers,
  deleteUser,
  getCurrentUser,
  inviteUser,
  listUsers,
  registerUser,
  resetOtp,
  resetPassword,
  updateUser,
  verifyEmail
} from './users.ts'
import { checkCaseCode, createCaseCodes, deleteCaseCode, editReviewer, listCaseCodes } from './case-codes.ts'
import { postComment } from './comments.ts'
import {
  createQuestion,
  createQuestionMembership,
  createSection,
  createSubSection,
  createSubSectionColumn,
  createSubSectionRow,
  listQuestions,
  updateQuestion,
  updateSection,
  updateSubSection,
  updateSubSectionColumn,
  updateSubSectionRow
} from './questionnaire-builder.ts'
import {
  createChart,
  createChartGroupMemberships,
  createChartParameter,
  createCollection,
  deleteChart,
  deleteChartGroupMemberships,
  deleteChartParameters,
  listChartGroupMemberships,
  listChartParameters,
  listCollections,
  updateChart,
  updateChartGroupMembership
} from './chart-builder.ts'
import {
  createPeerGroup,
  createPeerGroupMembership,
  createPeerGroupMemberships,
  deletePeerGroupMemberships,
  deletePeerGroups,
  listPeerGroupMemberships,
  updatePeerGroup
} from './peer-groups.ts'

export const endpoints = {
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
