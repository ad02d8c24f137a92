// Preloads pages that are likely to be opened next: links under the pointer or in focus (spec 9: about 4 at
// once).
import { matchPath } from '../match.ts'
import { preload } from '#lib/chunk.ts'

export function watchLinks(): () => void {
  const onIntent = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== location.origin) return
    const match = matchPath(link.pathname)
    if (match) preload(match.route.page)
  }
  const events = ['pointerover', 'focusin']
  for (const event of events) document.addEventListener(event, onIntent)
  return () => {
    for (const event of events) document.removeEventListener(event, onIntent)
  }
}
