// Where the main thread's time goes: what ran, and what caused it.

import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession } from '@playwright/test'
import { PACE, openCells, type Subject } from './measure.ts'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  /** Thread time of its start and duration, in microseconds. */
  tts?: number
  tdur?: number
  args: { name?: string; data?: { documentLoaderURL?: string; type?: string } }
}

/** What the page does, by the names of Chromium's events. Whatever is not listed counts as the browser's own work. */
const WORK: Record<string, string> = {
  FunctionCall: 'script',
  EvaluateScript: 'script',
  RunMicrotasks: 'script',
  'v8.run': 'script',
  EventDispatch: 'script',
  TimerFire: 'script',
  FireAnimationFrame: 'script',
  FireIdleCallback: 'script',
  HandlePostMessage: 'script',
  UpdateLayoutTree: 'styles',
  InvalidateLayout: 'layout',
  Layout: 'layout',
  PrePaint: 'painting',
  Paint: 'painting',
  Layerize: 'painting',
  Commit: 'painting',
  UpdateLayer: 'painting',
  CompositeLayers: 'painting',
  MinorGC: 'memory',
  MajorGC: 'memory',
  'V8.GCScavenger': 'memory',
  'BlinkGC.AtomicPhase': 'memory'
}

const OTHER_WORK = 'the browser’s own work'

/** Why a task ran, by the outermost event that says so. */
const CAUSES: Record<string, string> = {
  EventDispatch: 'the key',
  EvaluateScript: 'files',
  'v8.run': 'files',
  TimerFire: 'timers',
  FireAnimationFrame: 'frames',
  FireIdleCallback: 'idle time',
  HandlePostMessage: 'messages'
}

/** Milliseconds by what was done (`script, timers`), which add up to the whole. */
export type Trace = ReadonlyMap<string, number>

const beginTrace = (wire: CDPSession): Promise<unknown> =>
  wire.send('Tracing.start', {
    categories: 'toplevel,blink,blink.user_timing,devtools.timeline,v8,disabled-by-default-v8.gc',
    transferMode: 'ReportEvents'
  })

/** Types as `visit` does, Tab included, and returns what the browser tells of it. */
async function typeTraced(
  browser: Browser,
  subject: Subject,
  keys: readonly string[],
  slowdown: number
): Promise<TraceEvent[]> {
  const { page, context, wire } = await openCells(browser, subject)
  await wire.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await beginTrace(wire)
  for (const key of keys) {
    await page.keyboard.press(key)
    await wait(PACE)
  }
  const events = await endTrace(wire)
  await context.close()
  return events
}

const keysFor = (numbers: readonly number[]): string[] =>
  numbers.flatMap(number => [...String(number), 'Tab'])

/** The main thread's time for a key. */
export async function traceTyping(
  browser: Browser,
  subject: Subject,
  numbers: readonly number[]
): Promise<Trace> {
  const keys = keysFor(numbers)
  const spans = spansOf(await typeTraced(browser, subject, keys, 1))
  return new Map([...stepsOf(spans)].map(([step, time]) => [step, time / keys.length]))
}

/** The main thread's time from each digit until the next key, with the processor slowed down. */
export async function traceDigits(
  browser: Browser,
  subject: Subject,
  numbers: readonly number[],
  slowdown: number
): Promise<Trace[]> {
  const keys = keysFor(numbers)
  const spans = spansOf(await typeTraced(browser, subject, keys, slowdown))
  const begins = spans.filter(({ isKey }) => isKey).map(key => taskOf(key, spans).begun)
  return begins
    .map((begun, at) =>
      spans.filter(span => span.begun >= begun && span.begun < (begins[at + 1] ?? Infinity))
    )
    .filter((_, at) => keys[at] !== 'Tab')
    .map(stepsOf)
}

/** The outermost span around a span. */
const taskOf = (span: Span, spans: readonly Span[]): Span =>
  spans.find(({ begun, ended }) => begun <= span.begun && ended >= span.ended) ?? span

/** The main thread's time from the navigation until the first cell can be typed into. */
export async function traceOpening(browser: Browser, subject: Subject): Promise<Trace> {
  const { context, wire, open } = await openCells(browser, subject, beginTrace)
  const events = await endTrace(wire)
  await context.close()
  const starts = events.filter(
    ({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === subject.url
  )
  const begun = starts.at(-1)?.ts ?? Number.NaN
  return stepsOf(
    spansOf(events.filter(({ ph, ts }) => ph === 'M' || (ts >= begun && ts < begun + open * 1000)))
  )
}

function endTrace(wire: CDPSession): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  return new Promise((resolve, reject) => {
    wire.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
    wire.on('Tracing.tracingComplete', () => resolve(events))
    wire.send('Tracing.end').catch(reject)
  })
}

interface Span {
  name: string
  /** The page is told of a key. */
  isKey: boolean
  begun: number
  ended: number
}

/** What the page's main thread did, in processor time: each span before those inside it. */
function spansOf(events: readonly TraceEvent[]): Span[] {
  const timed = events.filter(({ ph, tts }) => ph === 'X' && tts !== undefined)
  const threads = events
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(({ pid, tid }) => timed.filter(event => event.pid === pid && event.tid === tid))
  // The main thread of any other page is almost idle.
  const [main = []] = threads.toSorted((one, other) => other.length - one.length)
  return main
    .map(({ name, args, tts = 0, tdur = 0 }) => ({
      name,
      isKey: name === 'EventDispatch' && args.data?.type === 'keydown',
      begun: tts,
      ended: tts + tdur
    }))
    .toSorted((one, other) => one.begun - other.begun || other.ended - one.ended)
}

interface OpenSpan {
  work: string
  cause: string
  ended: number
  /** Self time, without that of the spans inside it. */
  own: number
  isTask: boolean
}

const openSpan = ({ name, begun, ended }: Span, around: OpenSpan | undefined): OpenSpan => ({
  work: WORK[name] ?? around?.work ?? OTHER_WORK,
  cause: around?.cause || (CAUSES[name] ?? ''),
  ended,
  own: ended - begun,
  isTask: around?.isTask === true || name.endsWith('RunTask')
})

/** The spans' self time in milliseconds, added up by step. */
function stepsOf(spans: readonly Span[]): Map<string, number> {
  const steps = new Map<string, number>()
  const open: OpenSpan[] = []
  const close = (until: number): void => {
    while (open.length > 0 && open.at(-1)!.ended <= until) {
      const { work, cause, own, isTask } = open.pop()!
      const step = work === 'script' ? `script, ${cause || 'replies and the rest'}` : work
      if (isTask) steps.set(step, (steps.get(step) ?? 0) + own / 1000)
    }
  }
  for (const span of spans) {
    close(span.begun)
    const around = open.at(-1)
    if (around !== undefined) around.own -= span.ended - span.begun
    open.push(openSpan(span, around))
  }
  close(Infinity)
  return steps
}
