// A file that is read while somebody completes a section shows answers and status of the same moment.

import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { saveSection } from '#contract/section-submissions.ts'
import { linesOfCsv } from '#tests/support/answer-files.ts'
import { downloadAnswers } from '#tests/support/answers-export.ts'
import { faultsOfFile } from '#tests/support/pairs/exported-file.ts'
import { openStage } from '#tests/support/pairs/stage.ts'
import { useServer, wards } from '#tests/support/server.ts'

const server = useServer()

/** Does something once, right after the first statement that reads answers. */
function afterReading(act: () => Promise<unknown>): KyselyPlugin {
  const reading = new WeakSet<object>()
  let isDone = false
  return {
    transformQuery({ node, queryId }) {
      if (JSON.stringify(node).includes('"name":"answers"')) reading.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (reading.has(queryId) && !isDone) {
        isDone = true
        await act()
      }
      return result
    }
  }
}

// The embedded engine has one connection, so that nobody can save in between.
test.skipIf(process.env['TEST_DATABASE_URL'] === undefined)(
  'a section that is completed meanwhile is in the file as it was, or as it is, but not half',
  async () => {
    const stage = await openStage(server)
    const { cell, questionnaire_id, section_ids } = stage.standard
    const target = { questionnaire_id, section_id: section_ids[0]! }
    await stage.saved(target, [[cell('Rooms'), 7]])
    const values = [
      [cell('Beds'), 30],
      [cell('Beds in use'), 10]
    ] as const
    const { input, token } = stage.saving(target, values, 'complete')
    const completing = async () => {
      const reply = await server.call(saveSection, input as never, token)
      expect(reply.body.section_submission.status).toBe('complete')
    }
    const { project_code } = await server.database
      .selectFrom('projects')
      .select('project_code')
      .where('programme_id', '=', wards.programmeId)
      .where('project_id', '=', stage.place.project_id)
      .executeTakeFirstOrThrow()
    const read = (plugin?: KyselyPlugin) =>
      downloadAnswers(
        plugin ? server.database.withPlugin(plugin) : server.database,
        wards,
        project_code
      ).then(linesOfCsv)
    const before = await read(afterReading(completing))
    expect(faultsOfFile(stage, before)).toEqual([])
    expect(before.map(line => line['section_status'])).toEqual(['in_progress'])
    const after = await read()
    expect(after.map(line => line['section_status'])).toEqual(Array.from({ length: 4 }, () => 'complete'))
  }
)
