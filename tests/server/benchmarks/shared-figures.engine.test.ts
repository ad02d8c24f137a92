// After a publication, two servers on one database calculate the figures of each chart once, for whichever organisation asks first and wherever.

import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { CHART, PROJECT } from '#tests/support/attacker.ts'
import { askFor } from '#tests/support/chart-requests.ts'
import { ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer, type TestServer } from '#tests/support/server.ts'

describe.runIf(process.env['TEST_DATABASE_URL'])('two servers', () => {
  const reads = { published: 0, live: 0 }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const text = JSON.stringify(node)
      if (text.includes('edition_cells')) reads.published += 1
      if (text.includes('from answers a')) reads.live += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result)
  }
  const here = useServer({ plugin })
  const there = useServer({ beside: here, plugin })
  const counted = async (work: () => Promise<unknown>) => {
    Object.assign(reads, { published: 0, live: 0 })
    await work()
    return { ...reads }
  }

  const CHARTS = ['Vacancy rate', 'Registered nurses per bed', 'Students per registered nurse']
  const submissionsOf = async (project: string) =>
    (
      await here.database
        .selectFrom('submissions')
        .select('submission_id')
        .where('programme_id', '=', 1)
        .where('project_id', '=', await projectCoded(here, project))
        .where('time_period_id', '=', await periodNamed(here, '2025'))
        .orderBy('submission_id')
        .execute()
    ).map(({ submission_id }) => submission_id)

  const replay = async (submissions: readonly number[]): Promise<void> => {
    const tokens = new Map<TestServer, string>()
    for (const server of [here, there]) tokens.set(server, await server.tokenOf('admin'))
    const calls = submissions.flatMap((submission, index) =>
      CHARTS.map(chart => {
        const server = index % 2 === 0 ? here : there
        return () => askFor(server, { chart, submission, token: tokens.get(server)! })
      })
    )
    while (calls.length > 0) {
      const replies = await Promise.all(calls.splice(0, 8).map(call => call()))
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    }
  }

  test('of all that organisations ask for after a publication, each chart is calculated once', async () => {
    const submissions = await submissionsOf('ward-staffing')
    expect(submissions.length).toBeGreaterThan(10)
    expect(await counted(() => replay(submissions))).toEqual({ published: CHARTS.length, live: 0 })
  })

  test('keeps published figures current after a later correction', async () => {
    const own = await ownSubmission(here, 'ward-staffing', '2025')
    await replay([own])
    await here.database
      .insertInto('data_versions')
      .values({
        programme_id: 1,
        project_id: await projectCoded(here, 'ward-staffing'),
        shard: 99,
        version: 1
      })
      .execute()
    expect(await counted(() => replay([own]))).toEqual({ published: 0, live: 0 })
  })

  test('members of a strict project read the shared figures, and their own anew each time', async () => {
    const ask = async (server: TestServer): Promise<void> => {
      const reply = await askFor(server, { project: PROJECT, chart: CHART })
      expect([reply.status, reply.body.suppression.is_restricted]).toEqual([200, true])
    }
    expect(
      await counted(async () => {
        for (const server of [here, there, here, there]) await ask(server)
      })
    ).toEqual({ published: 1, live: 4 })
  })
})
