// Every operation by name. The server serves each, the tests walk each, the OpenAPI document lists each.
import { login } from './auth.ts'
import { getChartData, listSeriesOptions } from './chart-data.ts'
import { getChart, getCollectionHierarchy, getMetaData, listCharts, listOutputTypes } from './charts.ts'
import { listFilterOptions } from './filters.ts'
import { listOrganisations } from './organisations.ts'
import { listProjects } from './projects.ts'
import { getCompletion, getQuestionnaire, getSectionQuestions, listQuestionnaires, listSections, saveSection } from './questionnaires.ts'
import { listTimePeriods } from './time-periods.ts'
import { getCurrentUser } from './users.ts'
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
import { createChart, createChartGroupMemberships, createChartParameter, createCollection, deleteChart, deleteChartGroupMemberships, deleteChartParameters, listChartGroupMemberships, listChartParameters, listCollections, updateChart, updateChartGroupMembership } from './chart-builder.ts'

export const endpoints = {
  login,
  getCurrentUser,
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
  deleteChartGroupMemberships
}
