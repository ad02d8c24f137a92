// What the survey screens remember between a refused case code and the page that explains it (product 16).
import { atom } from 'nanostores'

export type SurveyClosedReason = 'not_found' | 'not_open' | 'closed' | 'completed' | 'withdrawn'

export const $lastInvalidUrl = atom('')
export const $surveyClosedReason = atom<SurveyClosedReason | null>(null)

export const setSurveyClosedReason = (reason: SurveyClosedReason): void => $surveyClosedReason.set(reason)
export const clearSurveyClosedReason = (): void => $surveyClosedReason.set(null)
