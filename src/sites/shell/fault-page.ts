// The page of `npm run dev` while a programme's file or logo has faults: what an editor needs, and no stack trace.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { escapeMarkup } from '#lib/text/markup.ts'
import { inReadingOrder, type Fault } from '#programme/faults/fault.ts'

const itemOf = ({ file, line, column, message, hint }: Fault): string =>
  `<li><code>${escapeMarkup(file)}</code>, line ${line}, column ${column}<br>${escapeMarkup(message)}${
    hint === undefined ? '' : `<br><em>${escapeMarkup(hint)}</em>`
  }</li>`

/** It reloads itself when one of the files is saved. */
const faultPage = (faults: readonly Fault[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Correct the programme</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem } li { margin: 1rem 0 } code { font-size: 1em; font-weight: 600 }</style>
<h1>Correct the programme</h1>
<p>The site appears here as soon as the file is saved without errors.</p>
<ol>
${faults.toSorted(inReadingOrder).map(itemOf).join('\n')}
</ol>
<script type="module" src="/@vite/client"></script>
</html>
`

/** Answers pages and the site's configuration while there are faults; code and images are served as usual. */
export function answerWithFaults(
  { headers: { accept = '' } }: IncomingMessage,
  path: string,
  response: ServerResponse,
  faults: readonly Fault[]
): boolean {
  const isPage = accept.includes('text/html')
  if (!isPage && path !== '/site-config.json') return false
  response.statusCode = 500
  response.setHeader('content-type', isPage ? 'text/html; charset=utf-8' : 'application/json')
  response.end(isPage ? faultPage(faults) : JSON.stringify({ faults }))
  return true
}
