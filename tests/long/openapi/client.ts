// What an integrator writes: a client of generated types signs in and reads a project. A wrong name would not compile.

import createClient from 'openapi-fetch'
import type { components, paths } from './schema.d.ts'

const [, , baseUrl = '', password = ''] = process.argv
const client = createClient<paths>({ baseUrl: `${baseUrl}/api/v1` })

const login = await client.POST('/auth/login/', {
  body: { email_address: 'lead@wards.example', password, programme_id: 1 }
})
if (!login.data) throw new Error(login.error.detail)
client.use({
  onRequest({ request }) {
    request.headers.set('Authorization', `Bearer ${login.data.access_token}`)
    return request
  }
})

const periods = await client.GET('/timePeriods', { params: { query: { programme_id: 1 } } })
const first = periods.data?.time_periods[0]
if (!first) throw new Error('There is no period.')
const period: components['schemas']['TimePeriod'] = first

const missing = await client.GET('/projects/{id}/', {
  params: { path: { id: 999_999 }, query: { time_period_id: period.time_period_id } }
})
process.stdout.write(JSON.stringify({ period: period.time_period_name, detail: missing.error?.detail }))
