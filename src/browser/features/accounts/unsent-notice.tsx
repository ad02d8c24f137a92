import { useEffect, useState } from 'react'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { chunk } from '#lib/chunk.ts'
import { countOf } from '#lib/format.ts'
import { whenIdle } from '#lib/idle.ts'

const unsentSections = chunk(() => import('#browser/section/sync/unsent-sections.ts'))

async function countUnsent(): Promise<number> {
  const code = await unsentSections.tryLoad()
  const sections = (await code?.listUnsentSections(runtimeConfig().programmeCode)) ?? []
  return sections.reduce((sum, { count }) => sum + count, 0)
}

/** How many answers on this device wait for their author's next login. The form does not wait for it. */
export function UnsentNotice() {
  const [count, setCount] = useState(0)
  useEffect(() => {
    let isShown = true
    whenIdle(() => {
      void countUnsent().then(
        unsent => isShown && setCount(unsent),
        () => {}
      )
    })
    return () => void (isShown = false)
  }, [])
  return (
    // Below the form and out of its flow, so that no field moves when it comes.
    <p role="status" className="absolute self-end translate-y-full max-w-95 text-small text-ink-2">
      {count > 0 &&
        `${countOf(count, 'answer')} on this device ${count === 1 ? 'has' : 'have'} not been sent. Log in with the account that entered ${count === 1 ? 'it' : 'them'} to send ${count === 1 ? 'it' : 'them'}.`}
    </p>
  )
}
