import { expect, test } from 'vitest'
import { logout } from '#contract/auth.ts'
import { downloadDocument, listDocuments } from '#contract/documents.ts'
import { EnumName, getEnum } from '#contract/enums.ts'
import { getProjectAbout } from '#contract/project-texts.ts'
import { insertRows } from '#server/database/bulk.ts'
import { transaction } from '#server/database/transaction.ts'
import { periodNamed } from '#tests/support/seeded.ts'
import { NOON, sites, useServer, wards, type Role } from '#tests/support/server.ts'

const server = useServer()

async function namesFor(
  role: Role | null,
  query: { time_period_id?: number; programme_id?: number } = {}
): Promise<string[]> {
  const { body } = await server.call(
    listDocuments,
    { query },
    role === null ? undefined : await server.tokenOf(role)
  )
  return body.documents.map(document => document.document_name)
}

async function addDocument(fields: object = {}): Promise<number> {
  const content = Buffer.from('figures')
  const { document_id } = await server.database
    .insertInto('documents')
    .values({
      programme_id: 1,
      project_id: null,
      time_period_id: null,
      organisation_id: null,
      document_name: 'Extra',
      document_type: 'report',
      file_name: 'extra.txt',
      mime_type: 'text/html',
      size_bytes: content.length,
      version_label: '1',
      published_at: NOON,
      is_public: false,
      ...fields
    })
    .returning('document_id')
    .executeTakeFirstOrThrow()
  await server.database
    .insertInto('document_files')
    .values({ programme_id: 1, document_id, content })
    .execute()
  return document_id
}

const download = async (id: number, role: Role | null, query: { programme_id?: number } = {}) =>
  server.call(
    downloadDocument,
    { params: { id }, query },
    role === null ? undefined : await server.tokenOf(role)
  )

test('signed out, the public documents of the programme that is named or whose site asks', async () => {
  const named = await server.call(listDocuments, { query: { programme_id: wards.programmeId } })
  expect(named.body.documents.length).toBeGreaterThan(3)
  expect(
    named.body.documents.every(document => document.is_public && document.organisation_id === null)
  ).toBe(true)
  // Whoever is logged out has no list of periods to look the name up in.
  for (const { time_period_id, time_period_name } of named.body.documents)
    expect(time_period_name === null).toBe(time_period_id === null)
  expect(named.body.documents.map(document => document.time_period_name)).toContain('2025')
  const fromSite = await server.send('GET', 'documents/', { headers: { Origin: 'https://wards.example' } })
  expect(fromSite.body).toEqual(named.body)
  const others = await server.send('GET', 'documents/', { headers: { Origin: 'https://sites.example' } })
  expect(JSON.stringify(others.body)).not.toContain('Ward staffing')
  const unknown = [
    await server.send('GET', 'documents/'),
    await server.send('GET', 'documents/', { headers: { Origin: 'https://evil.example' } })
  ]
  for (const reply of unknown)
    expect([reply.status, reply.body.detail]).toEqual([422, 'programme_id: is missing'])
  expect((await server.call(listDocuments, { query: { programme_id: 99 } })).status).toBe(404)
})

test('an invalid token is refused instead of treated as no login', async () => {
  const token = await server.tokenOf('lead')
  await server.call(logout, {}, token)
  const query = { programme_id: wards.programmeId }
  for (const gone of [token, 'abc.def.ghi', '?']) {
    const list = await server.call(listDocuments, { query }, gone)
    expect(list.status).toBe(401)
    expect((await server.call(downloadDocument, { params: { id: 1 }, query }, gone)).status).toBe(401)
  }
})

test('people see their programme’s documents and their own organisation’s report, in the period or in every one', async () => {
  const all = await namesFor('viewer')
  expect(all).toContain('Northfield General: results 2025')
  expect(all).toContain('Ward staffing: definitions')
  const current = await namesFor('viewer', { time_period_id: await periodNamed(server, '2026') })
  expect(current).not.toContain('Northfield General: results 2025')
  expect(current).toContain('Terms of taking part')
  const stranger = await server.database
    .selectFrom('users')
    .select(['email_address', 'organisation_id'])
    .where('programme_id', '=', 1)
    .where('status', '=', 'active')
    .where('email_address', 'like', '%.1@wards.example')
    .executeTakeFirstOrThrow()
  const token = await server.tokenOfUser(stranger.email_address)
  const { body } = await server.call(listDocuments, { query: {} }, token)
  expect(body.documents.map(document => document.document_name)).not.toContain(
    'Northfield General: results 2025'
  )
  expect(
    (await server.call(listDocuments, { query: { programme_id: sites.programmeId } }, token)).status
  ).toBe(404)
})

test('only admins see unpublished documents', async () => {
  const id = await addDocument({
    document_name: 'Next year',
    published_at: new Date(NOON.getTime() + 1000),
    is_public: true
  })
  expect(await namesFor('lead')).not.toContain('Next year')
  expect(await namesFor(null, { programme_id: 1 })).not.toContain('Next year')
  expect(await namesFor('admin')).toContain('Next year')
  expect((await download(id, 'lead')).status).toBe(404)
  expect((await download(id, 'admin')).status).toBe(200)
})

test('a download is an attachment with its bytes, whatever its name and type', async () => {
  const id = await addDocument({
    file_name: 'Übersicht "1"\r\n<b>\u202Exslx/..\\(a)*\'.html',
    document_name: 'Odd name'
  })
  const reply = await download(id, 'viewer')
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual({ text: 'figures' })
  expect(reply.headers.get('Content-Length')).toBe('7')
  expect(reply.headers.get('X-Content-Type-Options')).toBe('nosniff')
  const disposition = reply.headers.get('Content-Disposition') ?? ''
  expect(disposition).toMatch(/^attachment; filename="[\w. -]+"; filename\*=UTF-8''[\w.%!~-]+$/)
  const name = decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')
  expect(name).toBe('Übersicht "1"_<b>xslx_.._(a)*\'.html')
})

test('a document that the caller may not read is not there', async () => {
  const { body } = await server.call(listDocuments, { query: {} }, await server.tokenOf('lead'))
  const report = body.documents.find(
    document => document.document_type === 'report' && document.organisation_id !== null
  )!
  const definitions = body.documents.find(document => document.document_type === 'definitions')!
  const open = body.documents.find(document => document.is_public)!
  expect((await download(report.document_id, 'lead')).status).toBe(200)
  expect((await download(open.document_id, null, { programme_id: 1 })).status).toBe(200)
  const hidden = [
    await download(report.document_id, null, { programme_id: 1 }),
    await download(definitions.document_id, null, { programme_id: 1 }),
    await download(open.document_id, null, { programme_id: 2 }),
    await server.call(
      downloadDocument,
      { params: { id: open.document_id }, query: {} },
      await server.tokenOf('admin', sites)
    ),
    await download(999_999, 'admin')
  ]
  const shared = await server.database
    .selectFrom('documents')
    .select('document_name')
    .where('programme_id', '=', 2)
    .where('document_id', '=', open.document_id)
    .executeTakeFirst()
  expect(shared).toBeUndefined()
  for (const reply of hidden) expect([reply.status, reply.body.detail]).toEqual([404, 'Document not found.'])
})

test('every document is listed, however many all projects have together, and on About those of the project', async () => {
  const { project_id } = await server.database
    .selectFrom('projects')
    .select('project_id')
    .where('programme_id', '=', wards.programmeId)
    .where('project_code', '=', 'ward-staffing')
    .executeTakeFirstOrThrow()
  const rowsOf = (place: number | null, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      programme_id: wards.programmeId,
      project_id: place,
      document_name: `Many ${index}`,
      document_type: 'report',
      file_name: 'many.txt',
      mime_type: 'text/plain',
      size_bytes: 1,
      version_label: '1',
      published_at: NOON.toISOString(),
      is_public: false
    }))
  await transaction(server.database, tx =>
    insertRows(tx, 'documents', [...rowsOf(null, 1000), ...rowsOf(project_id, 150)])
  )
  const isMany = (name: string): boolean => name.startsWith('Many ')
  expect((await namesFor('lead')).filter(isMany)).toHaveLength(1150)
  const query = { project_id, time_period_id: await periodNamed(server, '2025') }
  const about = await server.call(getProjectAbout, { query }, await server.tokenOf('lead'))
  expect(about.body.documents.filter(one => isMany(one.document_name))).toHaveLength(150)
})

test('a list of words is open to all, an unknown one is refused', async () => {
  for (const name of EnumName.options) {
    const { status, body } = await server.call(getEnum, { params: { name } })
    expect([status, body.enums.length > 1]).toEqual([200, true])
  }
  for (const name of ['nothing', '__proto__', 'constructor']) {
    const reply = await server.send('GET', `enums/${name}`)
    expect([reply.status, reply.body.detail]).toEqual([422, 'name: is not a known enum'])
  }
})
