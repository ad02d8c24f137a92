// Decodes a drawn QR code with a decoder that shares no code with the encoder.

import decodeQr from 'qr/decode.js'

/** Pixels per module: about the resolution at which a phone's camera sees a printed sheet. */
const SCALE = 6

/** The text of a QR code in an SVG: its path is filled as a browser does, then decoded from the pixels. */
export function readQrCode(svg: Element): string {
  const [left = 0, top = 0, size = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number)
  const isDark = fillPath(svg.querySelector('path')?.getAttribute('d') ?? '')
  const width = size * SCALE
  const data = new Uint8Array(width * width * 4).fill(255)
  for (let y = 0; y < width; y += 1)
    for (let x = 0; x < width; x += 1)
      if (isDark(left + (x + 0.5) / SCALE, top + (y + 0.5) / SCALE))
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return decodeQr({ width, height: width, data })
}

interface Edge {
  x: number
  from: number
  to: number
}

/** Whether a point lies inside a path of horizontal and vertical lines: an odd number of edges lies to its left. */
function fillPath(path: string): (x: number, y: number) => boolean {
  const edges = path
    .split('M')
    .slice(1)
    .flatMap(outline => {
      const points = outline
        .replace('Z', '')
        .split('L')
        .map(point => point.trim().split(/[ ,]/).map(Number) as [number, number])
      return points.map(([x, y], index): Edge => {
        const [, next] = points[(index + 1) % points.length]!
        return { x, from: Math.min(y, next), to: Math.max(y, next) }
      })
    })
  const rows = Map.groupBy(
    edges.flatMap(edge =>
      Array.from({ length: edge.to - edge.from }, (_, index) => ({ x: edge.x, row: edge.from + index }))
    ),
    ({ row }) => row
  )
  return (x, y) => ((rows.get(Math.floor(y)) ?? []).filter(edge => edge.x <= x).length & 1) === 1
}
