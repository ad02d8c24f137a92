// The geometry of small ranked bars, in pixels.

export interface SmallBarsRequest {
  peers: readonly number[]
  own: number | null
  median: number | null
  width?: number
  height?: number
}

export interface SmallBarsGeometry {
  width: number
  height: number
  /** All peers as one path, highest first, so that hundreds are one element. */
  bars: string
  /** The ends of the same bars. Lines around thin bars would merge into a block of another colour. */
  ends: string
  own: { x: number; width: number; top: number; bottom: number } | null
  median: number | null
  /** The y of the line that the bars start from. */
  zero: number
}

/** Space above the bars for the mark of the own one. */
const MARK_HEIGHT = 7
/** More bars have no space for gaps. */
const MAX_GAPPED = 130
/** A narrower bar would be invisible. */
const MIN_OWN_WIDTH = 4

/** Bars start at 0, because their lengths are compared. */
export function smallBarsGeometry({
  peers,
  own,
  median,
  width = 296,
  height = 44
}: SmallBarsRequest): SmallBarsGeometry {
  const values = [...peers, ...(own === null ? [] : [own])].toSorted((a, b) => b - a)
  const top = Math.max(0, ...values, median ?? 0)
  const bottom = Math.min(0, ...values, median ?? 0)
  const range = top - bottom || 1
  const yOf = (value: number): number =>
    roundPixels(MARK_HEIGHT + ((height - MARK_HEIGHT - 1) * (top - value)) / range)
  const zero = yOf(0)
  const slot = width / Math.max(values.length, 1)
  const gap = values.length > MAX_GAPPED ? 0 : slot * 0.26
  const ownAt = own === null ? -1 : values.indexOf(own)
  const peerBars = values.flatMap((value, at) =>
    at === ownAt
      ? []
      : [
          {
            from: roundPixels(at * slot + gap / 2),
            to: roundPixels((at + 1) * slot - gap / 2),
            end: yOf(value)
          }
        ]
  )
  return {
    width,
    height,
    bars: peerBars.map(({ from, to, end }) => `M${from} ${zero}V${end}H${to}V${zero}Z`).join(''),
    ends: peerBars.map(({ from, to, end }) => `M${from} ${end}H${to}`).join(''),
    own: own === null ? null : ownBar(own, ownAt, { slot, gap, zero, yOf, width }),
    median: median === null ? null : yOf(median),
    zero
  }
}

const roundPixels = (pixels: number): number => Math.round(pixels * 10) / 10

interface BarPosition {
  slot: number
  gap: number
  zero: number
  yOf: (value: number) => number
  width: number
}

function ownBar(
  own: number,
  at: number,
  { slot, gap, zero, yOf, width }: BarPosition
): NonNullable<SmallBarsGeometry['own']> {
  const barWidth = Math.max(slot - gap, MIN_OWN_WIDTH)
  const middle = (at + 0.5) * slot
  const x = Math.min(Math.max(0, middle - barWidth / 2), width - barWidth)
  const end = yOf(own)
  return {
    x: roundPixels(x),
    width: roundPixels(barWidth),
    top: Math.min(end, zero),
    bottom: Math.max(end, zero)
  }
}
