// What every page has: a button that opens the chart, one that closes it, and one that shows or hides the mean. Each fetches the API's answer
// when it opens, draws the same bars, the same four lines and the same tooltips, and says when it has drawn.
// `?bars=300` names the answer, `&open` opens at once, `&charts=40` draws as many small ones.

export interface Line {
  name: string
  value: number
}

export interface Bars {
  /** The API's answer as it came. */
  answer: string
  names: string[]
  values: number[]
  own: number
  lines: Line[]
}

export interface Drawn {
  /** Draws it again with these lines; it resolves once that is done. */
  update: (lines: Line[]) => void | Promise<void>
  remove: () => void
}

export type Draw = (host: HTMLElement, bars: Bars) => Drawn | Promise<Drawn>

const query = new URLSearchParams(location.search)
export const AVERAGES = ['Q3', 'Mean', 'Median', 'Q1'] as const

interface Answer {
  series: {
    values: { value: number | null; submission_name: string | null; is_selected: boolean }[]
    averages: Record<(typeof AVERAGES)[number], number>[]
  }[]
}

async function readBars(): Promise<Bars> {
  const answer = await (await fetch(`./chart-${query.get('bars')}.json`)).text()
  const { series } = JSON.parse(answer) as Answer
  const { values, averages } = series[0]!
  const sorted = values.filter(one => one.value !== null).toSorted((a, b) => b.value! - a.value!)
  return {
    answer,
    names: sorted.map(one => `${one.submission_name}: ${one.value}`),
    values: sorted.map(one => one.value!),
    own: sorted.findIndex(one => one.is_selected),
    lines: AVERAGES.map(name => ({ name, value: averages[0]![name] }))
  }
}

export const INK = '#33404d'
export const BRAND = '#0b6e75'
export const PALE = '#bcd6d8'
export const colourOf = (bars: Bars, index: number): string => (index === bars.own ? BRAND : PALE)

function button(label: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.textContent = label
  element.addEventListener('click', onClick)
  return element
}

/** `count` is 0 while nothing is open, and grows with each drawing. */
const tell = (count: number): void => void (document.documentElement.dataset['drawn'] = String(count))

/** The page of a way to draw. */
export function stage(draw: Draw): void {
  const main = document.querySelector('main')!
  const charts = Number(query.get('charts') ?? 1)
  let drawn: Drawn[] = []
  let bars: Bars | undefined
  let hasMean = true
  let count = 0
  const open = async (): Promise<void> => {
    bars = await readBars()
    for (let chart = 0; chart < charts; chart++) {
      const host = document.createElement('div')
      host.style.cssText = `position:relative;width:${charts > 1 ? 460 : 940}px;height:${charts > 1 ? 224 : 420}px`
      main.append(host)
      drawn.push(await draw(host, bars))
    }
    tell(++count)
  }
  const close = (): void => {
    for (const one of drawn) one.remove()
    drawn = []
    main.replaceChildren()
    tell(0)
  }
  const toggle = async (): Promise<void> => {
    hasMean = !hasMean
    await Promise.all(
      drawn.map(async one => one.update(bars!.lines.filter(line => hasMean || line.name !== 'Mean')))
    )
    tell(++count)
  }
  document.body.prepend(
    button('Open', () => void open()),
    button('Close', close),
    button('Mean', () => void toggle())
  )
  if (query.has('open')) void open()
}
