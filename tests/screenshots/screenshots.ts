// Takes a picture of every address, role and state in a wide and a narrow window and writes them into one page to leaf through, each above the drawing
// that fits it, if a folder of drawings is given. npm run screenshots -- --drawings <folder>

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { Option } from 'commander'
import { createCommand } from '#scripts/command.ts'
import { createAsk } from '#tests/support/api-client.ts'
import { chromiumArguments, installChromium } from '#tests/support/browser.ts'
import { apiOrigin, e2eSite, siteUrl } from '#tests/support/e2e-site.ts'
import { findScreens } from '#tests/support/find-screens.ts'
import { applyConditions, brands, windows, type Conditions } from '#tests/support/gate/conditions.ts'
import { sights, type Sight } from '#tests/support/gate/matrix.ts'
import { Visitors } from '#tests/support/gate/visit.ts'
import { screenshotsPage, type Picture } from './screenshots-page.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const namesOf = <Name extends string>(record: Record<Name, unknown>): Name[] => Object.keys(record) as Name[]
const usual: Conditions = { window: '1280', spacing: 'usual', colours: 'usual', brand: 'mid' }
/** What a picture can be taken under, each by the one thing that differs from a desktop with a usual programme. */
const conditionsOf: Record<string, Conditions> = Object.fromEntries([
  ...namesOf(windows).map(window => [window, { ...usual, window }] as const),
  ...namesOf(brands).map(brand => [brand, { ...usual, brand }] as const),
  ['forced colours', { ...usual, colours: 'forced' }],
  ['text spacing', { ...usual, spacing: 'WCAG' }]
])

const { drawings, only, out, under } = createCommand('screenshots')
  .description('Writes one page with pictures of every screen')
  .addOption(
    new Option('--under <conditions...>', 'windows, colours and spacing to take pictures under')
      .choices(Object.keys(conditionsOf))
      .default(['1280', 'phone'])
  )
  .option('--drawings <folder>', 'PNG files to lay beside them')
  .option('--only <text>', 'only what has this text in its address, role or state', '')
  .option('--out <folder>', 'the folder of the page', join(root, '.build/screenshots'))
  .parse()
  .opts<{ drawings?: string; only: string; out: string; under: string[] }>()

/** The sites and the API, as `npm start` serves them. */
async function serve(): Promise<() => Promise<void>> {
  const { port, apiPort } = e2eSite(0)
  const words = ['scripts/start.ts', '--port', `${port}`, '--api-port', `${apiPort}`]
  const data = ['--data', '.cache/screenshots-data', '--reset']
  const child = spawn(process.execPath, [...words, ...data], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit']
  })
  const ended = once(child, 'exit')
  const isServed = async (): Promise<boolean> =>
    (await fetch(siteUrl('wards').replace('wards.', '')).catch(() => null)) !== null
  while (!(await isServed())) {
    if (child.exitCode !== null) throw new Error('The sites could not be started.')
    await new Promise(resolve => setTimeout(resolve, 300))
  }
  return async () => {
    child.kill('SIGTERM')
    await ended
  }
}

async function pictureOf(visitors: Visitors, sight: Sight, name: string): Promise<Picture> {
  const files: Record<string, string> = {}
  try {
    const page = await visitors.open(sight)
    for (const condition of under) {
      await applyConditions(page, { ...usual, ...conditionsOf[condition] })
      const file = `${name}-${condition.replaceAll(/[^a-z0-9]+/g, '-')}.png`
      await page.screenshot({ path: join(out, file) })
      files[condition] = file
    }
    return { ...sight, files }
  } catch (error) {
    return { ...sight, files, fault: String(error) }
  }
}

async function takePictures(): Promise<Picture[]> {
  const browser = await chromium.launch({ executablePath: installChromium(), args: chromiumArguments })
  const ask = createAsk({ api: apiOrigin, programme: { programme_id: 1, code: 'wards' } })
  const visitors = new Visitors(browser, findScreens(ask))
  const pictures: Picture[] = []
  const chosen = sights.filter(sight => Object.values(sight).join(' ').includes(only))
  for (const [index, sight] of chosen.entries()) {
    const picture = await pictureOf(visitors, sight, String(index))
    if (picture.fault !== undefined) process.exitCode = 1
    pictures.push(picture)
    process.stdout.write(`\r${index + 1} of ${chosen.length}`)
  }
  process.stdout.write('\n')
  for (const { address, role, state, fault } of pictures)
    if (fault !== undefined) process.stdout.write(`${address}, ${role}, ${state}: ${fault}\n`)
  await visitors.close()
  await browser.close()
  return pictures
}

function copyDrawings(): string[] {
  const files = drawings === undefined ? [] : globSync(join(drawings, '*.png')).toSorted()
  for (const file of files) copyFileSync(file, join(out, `drawing-${basename(file)}`))
  return files.map(file => `drawing-${basename(file)}`)
}

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
const stop = await serve()
try {
  const page = join(out, 'index.html')
  writeFileSync(page, screenshotsPage(await takePictures(), copyDrawings()))
  process.stdout.write(`${pathToFileURL(page).href}\n`)
} finally {
  await stop()
}
