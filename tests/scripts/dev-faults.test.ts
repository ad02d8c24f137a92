// `npm run dev` while a programme's file has faults: a page for editors instead of a stack trace.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programmePlugin } from '#sites/shell/vite-plugin.ts'
import { addProgramme, programmeJson, TemporaryFolder } from '#tests/support/programme-folder.ts'

const folder = new TemporaryFolder()
let vite: ViteDevServer
let site: Server
let base = ''

beforeAll(async () => {
  addProgramme(folder, 'alpha', 1)
  vite = await createVite({
    configFile: false,
    root: folder.path,
    logLevel: 'silent',
    appType: 'custom',
    server: { middlewareMode: true, ws: false },
    plugins: [programmePlugin({ root: folder.path, code: 'alpha' })]
  })
  site = createServer((request, response) => {
    vite.middlewares(request, response, () => response.writeHead(404).end('not served here'))
  }).listen(0)
  base = `http://localhost:${(site.address() as AddressInfo).port}`
})
afterAll(async () => {
  site.close()
  await vite.close()
  folder[Symbol.dispose]()
})

async function get(path: string, accept: string): Promise<{ status: number; text: string }> {
  const reply = await fetch(`${base}${path}`, { headers: { accept } })
  return { status: reply.status, text: await reply.text() }
}

const page = (path: string) => get(path, 'text/html,*/*')

test('a fault is shown with position and remedy on every page until it is corrected', async () => {
  expect((await page('/login')).status).toBe(404)
  expect(await get('/site-config.json', '*/*')).toMatchObject({ status: 200 })

  folder.write('programmes/alpha.json', programmeJson().replace('"Alpha Network"', '“Alpha <Network>”'))
  for (const path of ['/', '/login', '/projects/1']) {
    const { status, text } = await page(path)
    expect(status).toBe(500)
    expect(text).toContain('<code>programmes/alpha.json</code>, line 4, column 20<br>“ is a curly quote')
    expect(text).toContain('<em>write a straight &#34; in its place</em>')
    expect(text).toContain('/@vite/client')
    expect(text).not.toMatch(/\bat .*\.ts:\d+|node_modules/)
  }
  expect(await get('/site-config.json', '*/*')).toMatchObject({ status: 500 })

  folder.write('programmes/alpha.json', programmeJson({ programmeName: 'A <b>bold</b> name\n' }))
  expect((await page('/')).text).toContain('programmeName must be one line')

  folder.write('programmes/alpha.json', programmeJson())
  expect((await page('/login')).status).toBe(404)
})

test('code reloaded while the file has faults keeps the last values, and gets the new ones afterwards', async () => {
  const nameInCode = async () =>
    JSON.stringify(((await vite.ssrLoadModule('virtual:programme')) as { places: unknown }).places)
  const save = async (text: string) => {
    folder.write('programmes/alpha.json', text)
    for (const module of vite.moduleGraph.idToModuleMap.values()) vite.moduleGraph.invalidateModule(module)
  }
  expect(await nameInCode()).toContain('Alpha Network')
  await save(programmeJson().replace('"Alpha Network"', '“Alpha Network”'))
  expect(await nameInCode()).toContain('Alpha Network')
  await save(programmeJson().replace('Alpha Network', 'Alpha Union'))
  expect(await nameInCode()).toContain('Alpha Union')
})
