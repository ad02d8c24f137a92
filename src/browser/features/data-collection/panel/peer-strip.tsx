import { anchorAt, peerStripGeometry, type PeerStripRequest } from './peer-strip-geometry.ts'

interface PeerStripProps extends PeerStripRequest {
  lastText: string
  nowText: string
  /** Whether the new figure is an outlier. */
  isOdd: boolean
  /** A description for screen readers. */
  label: string
}

const ends = { below: 'M0 0l8-5v10z', above: 'M0 0l-8-5v10z' }

/**
 * Last period's peers as dots with their middle half and median, the own last figure as a line, the new one
 * below.
 */
export function PeerStrip({ label, lastText, nowText, isOdd, ...request }: PeerStripProps) {
  const { width, dots, box, median, last, now } = peerStripGeometry(request)
  const tone = isOdd ? 'var(--bad)' : 'var(--ink)'
  return (
    <svg
      data-chart
      role="img"
      aria-label={label}
      width="100%"
      viewBox={`0 0 ${width} 64`}
      className="mt-1.5 text-tiny tabular-nums"
    >
      <path d={`M4 30H${width - 4}`} stroke="var(--line-field)" />
      <path className="mark" d={dots} stroke="var(--line-field)" strokeWidth="8" strokeLinecap="round" />
      <path d={dots} stroke="var(--brand-line)" strokeWidth="6" strokeLinecap="round" />
      {box && (
        <rect
          className="mark"
          x={box.from}
          y="22"
          width={Math.max(1, box.to - box.from)}
          height="16"
          rx="3"
          fill="none"
          stroke="var(--ink-3)"
        />
      )}
      {median !== null && <path d={`M${median} 19v22`} stroke="var(--ink-2)" strokeWidth="1.8" />}
      {last !== null && (
        <>
          <path d={`M${last} 15v30`} stroke="var(--brand-mark)" strokeWidth="2.5" />
          <text y="11" fontSize="11" fontWeight="500" fill="var(--brand-text)" {...anchorAt(last)}>
            {lastText}
          </text>
        </>
      )}
      {now !== null && (
        <>
          {now.isBeyond === null ? (
            <path d={`M${now.at} 38l5 9h-10z`} fill={tone} />
          ) : (
            <path
              d={ends[now.isBeyond]}
              transform={`translate(${now.isBeyond === 'below' ? now.at - 6 : now.at + 6} 44)`}
              fill={tone}
            />
          )}
          <text y="60" fontSize="11" fontWeight="500" fill={tone} {...anchorAt(now.at)}>
            {nowText}
          </text>
        </>
      )}
    </svg>
  )
}
