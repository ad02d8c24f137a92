// The check that holds every statement of a call to one programme is a gate: here it is shown a statement that forgets it.

import { OperationNodeTransformer, type KyselyPlugin, type SelectQueryNode } from 'kysely'
import { expect, test } from 'vitest'
import { listDocuments } from '#contract/documents.ts'
import { useServer } from '#tests/support/server.ts'

/** Takes every condition away from what is read of documents. */
class ForgetfulTransformer extends OperationNodeTransformer {
  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    if (!JSON.stringify(node.from).includes('"documents"')) return node
    const { where: _forgotten, ...rest } = node
    return rest
  }
}
const forgetful = new ForgetfulTransformer()
const forgetfulPlugin: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => forgetful.transformNode(node, queryId),
  transformResult: ({ result }) => Promise.resolve(result)
}

const server = useServer({ plugin: forgetfulPlugin })

test('a statement of a call that forgets the programme is stopped', async () => {
  const { status } = await server.call(
    listDocuments,
    { query: { time_period_id: 1 } },
    await server.tokenOf('viewer')
  )
  expect(status).toBe(500)
  const [stopped] = server.takeStopped()
  expect(stopped).toContain('Not bound to one programme: documents')
})
