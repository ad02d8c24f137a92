// What the API is measured beside: the same HTTP framework and database driver with nothing in between. Started by api.ts.

import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const app = new Hono()
app.get('/bare', context => context.json({ status: 'ok' }))
app.get('/select', async context => {
  const answer = await pool.query(
    'select programme_id, programme_name from programmes where programme_id = $1',
    [1]
  )
  return context.json(answer.rows)
})
serve({ fetch: app.fetch, port: 0 }, ({ port }) => console.log(JSON.stringify({ event: 'listening', port })))
