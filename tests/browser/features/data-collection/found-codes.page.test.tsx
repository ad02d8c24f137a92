// A code that is found by search, beyond those on the page, is as good as one of the list.

import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  codeListOf,
  loadCodes,
  restoreCaseCode,
  revokeCode
} from '#browser/features/data-collection/codes/case-codes.ts'
import { useFoundCodes } from '#browser/features/data-collection/codes/use-found-codes.ts'
import { createCaseCodes } from '#contract/case-codes.ts'
import { answerCase, makeCase } from '#tests/support/cases.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)

test('it counts when it is revoked and restored, and has its new status', async () => {
  const { place, token } = await makeCase(server)
  for (const quantity of [500, 500])
    await server.call(createCaseCodes, { body: { ...place, quantity } }, token)
  const { code } = await makeCase(server)
  await answerCase(server, { code, place })
  await island.start('/', 'contributor')
  const scope = { questionnaireId: place.questionnaire_id, submissionId: place.submission_id }
  await loadCodes(scope)
  const list = () => {
    const codes = codeListOf(scope).get()
    return codes.state === 'ready' ? codes.value : null
  }
  const { withdrawn = Number.NaN } = list() ?? {}
  expect(list()?.codes.map(one => one.case_code)).not.toContain(code)
  const { result } = renderHook(() => useFoundCodes(scope, code, false))
  const findWithStatus = (status: string) =>
    waitFor(() => {
      const { found } = result.current
      const [one] = found?.state === 'ready' ? found.value.codes : []
      expect(one).toMatchObject({ case_code: code, status })
      return one!
    })
  const started = await findWithStatus('started')
  await act(() => revokeCode(scope, started, true))
  expect(list()?.withdrawn).toBe(withdrawn + 1)
  const revoked = await findWithStatus('withdrawn')
  await act(() => restoreCaseCode(scope, revoked))
  expect(list()?.withdrawn).toBe(withdrawn)
  await findWithStatus('started')
})
