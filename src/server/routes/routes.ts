// Every operation's route by name; the type makes a missing one an error.
import type { Routes } from '../route.ts'
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
import { createChartGroupMemberships, deleteChartGroupMemberships, listChartGroupMemberships, updateChartGroupMembership } from './chart-groups.ts'

export const routes: Routes = {
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
