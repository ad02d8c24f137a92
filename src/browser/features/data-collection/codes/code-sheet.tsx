import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { $codeSheet, watchPrinted } from './export-codes.ts'

/** The quiet zone, in modules, that scanners need around a code. */
const CODE_QUIET_ZONE = 4

/** Replaces the page on paper; never shown on screen (src/browser/app/styles/global.css). */
export function CodeSheet({
  questionnaireName,
  submissionName
}: {
  questionnaireName: string
  submissionName: string
}) {
  const codes = useStore($codeSheet)
  useEffect(() => watchPrinted(window), [])
  if (codes === null) return null
  return createPortal(
    <div className="print-sheet">
      <h1>{questionnaireName}</h1>
      <p className="mb-4">{submissionName}</p>
      <ul className="grid grid-cols-3">
        {codes.map(({ code, link, size, path }) => (
          <li
            key={code}
            className="grid justify-items-center gap-1 p-3 text-center border border-dashed border-line-strong break-inside-avoid"
          >
            <p className="text-small font-medium">{questionnaireName}</p>
            <svg
              role="img"
              aria-label={`QR code of ${code}`}
              viewBox={`${-CODE_QUIET_ZONE} ${-CODE_QUIET_ZONE} ${size + 2 * CODE_QUIET_ZONE} ${size + 2 * CODE_QUIET_ZONE}`}
              width="132"
              height="132"
            >
              <path d={path} fill="#000" shapeRendering="crispEdges" />
            </svg>
            <p className="font-semibold tabular-nums">{code}</p>
            <p className="text-[9px]/[11px] break-all">{link}</p>
          </li>
        ))}
      </ul>
    </div>,
    document.body
  )
}
