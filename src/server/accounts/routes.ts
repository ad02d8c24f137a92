import { routesOf } from '#server/http/route.ts'
import * as accounts from './accounts.ts'
import * as apiKeys from './api-keys.ts'
import * as auditLog from './audit-log.ts'
import * as passwordChange from './password-change.ts'
import * as userAdmin from './user-admin.ts'
import * as users from './users.ts'

export const accountsRoutes = routesOf(accounts, apiKeys, auditLog, passwordChange, userAdmin, users)
