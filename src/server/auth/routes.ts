import { routesOf } from '#server/http/route.ts'
import * as auth from './auth.ts'
import * as otp from './otp.ts'
import * as ownSessions from './own-sessions.ts'

export const authRoutes = routesOf(auth, otp, ownSessions)
