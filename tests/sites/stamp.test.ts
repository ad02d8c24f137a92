import { expect, test } from 'vitest'
import type { CachedShell } from '#sites/shell/shell-cache.ts'
import { programmeJson } from '#tests/support/programme-folder.ts'
import { latest, workshop } from '#tests/support/site-workshop.ts'

type Workshop = ReturnType<typeof workshop>

test.each<[string, (work: Workshop) => Partial<CachedShell> | void]>([
  [
    'the logo',
    work =>
      work.folder.write(
        'public/images/logos/alpha.svg',
        work.folder.read('public/images/logos/alpha.svg').replace('30"/>', '29"/>')
      )
  ],
  [
    'the site configuration',
    work =>
      work.folder.write('programmes/alpha.json', programmeJson({ siteConfig: { minimum_peer_count: 9 } }))
  ],
  [
    'the name',
    work => work.folder.write('programmes/alpha.json', programmeJson({ programmeName: 'Changed' }))
  ],
  [
    'a redirect',
    work =>
      work.folder.write(
        'programmes/alpha.json',
        programmeJson({ siteConfig: { redirects: { '/old': '/projects' } } })
      )
  ],
  [
    'the text of one page',
    ({ shell }) => ({
      pages: shell.pages.map((page, index) =>
        index === 0
          ? { ...page, texts: page.texts.map(text => text.replace('<body', '<body id="new"')) }
          : page
      )
    })
  ],
  [
    'a file of the code',
    ({ shell }) => ({
      files: shell.files.map((file, index) => (index === 0 ? { ...file, sha256: 'f'.repeat(64) } : file))
    })
  ],
  ['an inline script', () => ({ hashes: { scripts: [], styles: [] } })]
])('the id changes with %s', async (_what, change) => {
  using work = workshop()
  await work.build()
  const before = latest(work.dist(), 'alpha').id
  const shell = { ...work.shell, ...change(work) }
  await work.build({ prepareShell: async () => ({ shell, isNew: false }) })
  expect(latest(work.dist(), 'alpha').id).not.toBe(before)
})
