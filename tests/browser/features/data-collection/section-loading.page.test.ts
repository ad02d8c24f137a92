// Before the page, whose window it would be defined on otherwise.
import '#tests/support/indexed-db.ts'
import { expect, test, vi } from 'vitest'
import { storeToken } from '#browser/api/token.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { loadSection } from '#browser/features/data-collection/section-loading.ts'
import { checkSession } from '#browser/stores/session.ts'
import { setRuntimeConfig } from '#browser/stores/site-config.ts'
import { pageConfig } from '#tests/support/page-config.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()

test('storage on this device opens while the calls are in progress', async () => {
  vi.setSystemTime(server.clock.now)
  setRuntimeConfig(pageConfig)
  storeToken(await server.tokenOf('contributor'))
  const submissionId = await ownSubmission(server, 'ward-staffing', '2026')
  const { questionnaire_id, section_id } = await cellOf(server, submissionId, 'Staffed beds')
  const held = Promise.withResolvers<void>()
  configureTransport({
    apiBase: pageConfig.apiBase,
    fetch: async (input, init) => {
      await held.promise
      return server.fetch(input, init)
    }
  })
  checkSession()
  const address = { questionnaireId: questionnaire_id, submissionId, sectionId: section_id }
  const opening = loadSection(address)
  await expect.poll(async () => (await indexedDB.databases()).map(({ name }) => name)).toEqual(['drafts'])
  held.resolve()
  const opened = await opening
  expect(opened.ok && opened.value.engine.model.section.section_id).toBe(section_id)
})
