import { routesOf } from '../http/route.ts'
import * as auth from './auth.ts'
import * as otp from './otp.ts'

export const authRoutes = { ...routesOf(auth), ...routesOf(otp) }
