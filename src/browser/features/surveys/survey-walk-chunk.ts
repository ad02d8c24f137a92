import { chunk } from '#lib/chunk.ts'

export const surveyWalk = chunk(() => import('./survey-walk.tsx'))
