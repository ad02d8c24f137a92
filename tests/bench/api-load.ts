// Sends calls and times them.

export interface Timing {
  milliseconds: number[]
  failures: number
}

type Call = (index: number) => Promise<boolean>

/** One after another. */
export async function inTurn(count: number, call: Call): Promise<Timing> {
  const timing: Timing = { milliseconds: [], failures: 0 }
  for (let index = 0; index < count; index++) await timed(timing, performance.now(), index, call)
  return timing
}

/** So many in a second, whether or not the earlier ones are done. Each is timed from when it was due: waiting for its turn counts. */
export async function atRate(rate: number, count: number, call: Call): Promise<Timing> {
  const timing: Timing = { milliseconds: [], failures: 0 }
  const start = performance.now()
  const running = Array.from({ length: count }, async (_, index) => {
    const due = start + (index * 1000) / rate
    await new Promise(resolve => setTimeout(resolve, Math.max(0, due - performance.now())))
    await timed(timing, due, index, call)
  })
  await Promise.all(running)
  return timing
}

async function timed(timing: Timing, due: number, index: number, call: Call): Promise<void> {
  const isGood = await call(index).catch(() => false)
  if (isGood) timing.milliseconds.push(performance.now() - due)
  else timing.failures += 1
}
