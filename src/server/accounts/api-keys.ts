import type { ApiKey } from '#contract/api-keys.ts'
import { contentLimits } from '#contract/list-limits.ts'
import { personName } from '#domain/people/full-name.ts'
import { DAY_MS } from '#lib/time/clock.ts'
import { generateKey } from '#server/auth/key-callers.ts'
import { lockProvedAccount, proveAccount } from '#server/auth/otp.ts'
import { recordActs, type AuditAct } from '#server/auth/record-acts.ts'
import { hashOf } from '#server/auth/second-factor.ts'
import { lacksSecondFactor } from '#server/auth/sessions.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { transaction } from '#server/database/transaction.ts'
import { forbiddenError, requireFound, requireRoom } from '#server/http/api-error.ts'
import { isAdminCaller, type CallingUser } from '#server/http/caller.ts'
import { programmeOf, type RunningProgramme } from '#server/http/programme.ts'
import { inTransaction, type RouteOf } from '#server/http/route.ts'
import { mailTemplates } from './mail-templates.ts'
import { writeMail } from './outbox.ts'

const keysOf = (database: Database | Tx, programmeId: number, userId: number | null) =>
  database
    .selectFrom('api_keys as k')
    .innerJoin('users as u', join => inProgramme(join, 'u', 'k', 'user_id'))
    .where('k.programme_id', '=', programmeId)
    .$if(userId !== null, query => query.where('k.user_id', '=', userId))

/** Newest first. */
const selectKeys = (keys: ReturnType<typeof keysOf>) =>
  keys
    .select(['k.api_key_id', 'k.key_name', 'k.key_scopes', 'k.user_id'])
    .select(['k.created_at', 'k.expires_at', 'k.last_used_at'])
    .select(['u.first_name', 'u.last_name', 'u.status', 'u.otp_enabled'])
    .orderBy('k.api_key_id', 'desc')

type SelectedKey = Awaited<ReturnType<ReturnType<typeof selectKeys>['executeTakeFirstOrThrow']>>

const toKeyReply = (
  programme: RunningProgramme,
  { first_name, last_name, status, otp_enabled, ...row }: SelectedKey
): ApiKey => ({
  ...row,
  owner_name: personName({ first_name, last_name }) ?? '',
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  is_paused: status !== 'active' || lacksSecondFactor(programme, { otp_enabled })
})

export const listApiKeys: RouteOf<'listApiKeys'> = async ({ query }, { database, caller, programmes }) => {
  const isForAll = query.programme_id !== undefined
  if (isForAll && !isAdminCaller(caller)) throw forbiddenError()
  const keys = keysOf(database, caller.programmeId, isForAll ? null : caller.userId)
  const rows = await selectKeys(keys).limit(query.limit).offset(query.offset).execute()
  const { total } = await keys.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const programme = programmeOf(programmes, caller.programmeId)
  return { api_keys: rows.map(row => toKeyReply(programme, row)), total }
}

/** Emails the owner, so that they can revoke a key that someone else has created. */
export const createApiKey: RouteOf<'createApiKey'> = async ({ body }, context) => {
  const { database, caller, programmes, now } = context
  const { programmeId, userId } = caller
  const programme = programmeOf(programmes, programmeId)
  const proved = await proveAccount(database, caller, body, now)
  const key_text = generateKey(programmeId)
  return transaction(database, async tx => {
    await lockProvedAccount(tx, caller, proved, now)
    await requireRoomForKey(tx, caller)
    const { api_key_id } = await tx
      .insertInto('api_keys')
      .values({
        programme_id: programmeId,
        user_id: userId,
        key_name: body.key_name,
        key_hash: hashOf(key_text),
        key_scopes: JSON.stringify([...new Set(body.key_scopes)]),
        created_at: now,
        expires_at: new Date(now.getTime() + body.valid_days * DAY_MS)
      })
      .returning('api_key_id')
      .executeTakeFirstOrThrow()
    const mail = mailTemplates.keyCreated(programme)
    await writeMail(tx, programmeId, proved.email_address, mail, now)
    const row = await selectKeys(keysOf(tx, programmeId, userId))
      .where('k.api_key_id', '=', api_key_id)
      .executeTakeFirstOrThrow()
    const act = { kind: 'key_created', user_id: userId, value_after: String(api_key_id) } as const
    return recordActs(tx, { ...caller, now }, [act], { api_key: toKeyReply(programme, row), key_text })
  })
}

async function requireRoomForKey(tx: Tx, { programmeId, userId }: CallingUser): Promise<void> {
  const { count } = await keysOf(tx, programmeId, userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  requireRoom('key_name', contentLimits.api_keys, count + 1)
}

/** Another user's key gives members a 404. */
export const deleteApiKey: RouteOf<'deleteApiKey'> = inTransaction(
  async (tx, { params }, { caller, now }) => {
    const [key] = await tx
      .deleteFrom('api_keys')
      .where(eb => eb.and({ programme_id: caller.programmeId, api_key_id: params.id }))
      .$if(!isAdminCaller(caller), query => query.where('user_id', '=', caller.userId))
      .returning(['user_id', 'api_key_id'])
      .execute()
    const acts = [revocation(requireFound(key, 'API key'))]
    return recordActs(tx, { ...caller, now }, acts, { api_key_id: params.id })
  }
)

/** A key that is revoked by someone, or ends with its owner's account. Its name is what a person wrote, so the log has the number. */
export const revocation = ({
  user_id,
  api_key_id
}: Pick<ApiKey, 'user_id' | 'api_key_id'>): AuditAct<'key_revoked'> => ({
  kind: 'key_revoked',
  user_id,
  value_before: String(api_key_id)
})
