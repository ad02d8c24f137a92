import { useEffect, useState } from 'react'
import type { SaveText } from './save-text.ts'

/** Whoever types number after number pauses less than this. */
const TYPING_PAUSE_MS = 5000

type Announced = Pick<SaveText, 'text' | 'tone'>

/**
 * The saving state for screen readers, which would speak over what is being typed: saving is not announced, its result only once the typing has
 * stopped, and a fault at once when it begins.
 */
export function SaveAnnouncement({ text, tone }: Announced) {
  // What the page began with is not news. Nothing is left to be read once it is no longer so.
  const [said, setSaid] = useState({
    text: tone === 'calm' ? text : '',
    tone: 'calm' as SaveText['tone'],
    isNews: false
  })
  const isNewFault = tone !== 'calm' && tone !== said.tone
  if (tone === 'working' && said.tone === 'calm' && said.text !== '')
    setSaid({ text: '', tone: 'calm', isNews: false })
  useEffect(() => {
    if (tone === 'working' || text === said.text) return undefined
    const timer = setTimeout(() => setSaid({ text, tone, isNews: true }), isNewFault ? 0 : TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, tone, said, isNewFault])
  return (
    <span role="status" className="sr-only">
      {said.isNews && said.text === text ? text : ''}
    </span>
  )
}
