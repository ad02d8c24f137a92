import { listAuditEvents, type AuditEvent } from '#contract/audit-log.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Role, TestServer } from './server.ts'

/** The audit log of the wards, as their admin reads it. */
export function auditLogOf(server: TestServer) {
  async function readLog(
    query: Partial<InputOf<typeof listAuditEvents>['query']> = {},
    role: Role = 'admin'
  ) {
    const reply = await server.call(listAuditEvents, { query }, await server.tokenOf(role))
    return reply.body
  }

  /** Entries that were added since, oldest first. */
  async function added(during: () => Promise<unknown>): Promise<AuditEvent[]> {
    const { total } = await readLog({ limit: 1 })
    await during()
    const after = await readLog()
    return after.audit_events.slice(0, after.total - total).toReversed()
  }

  return { readLog, added }
}
