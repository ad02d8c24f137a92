import { routesOf } from '#server/http/route.ts'
import * as answerExports from './answer-exports.ts'

export const exportsRoutes = routesOf(answerExports)
