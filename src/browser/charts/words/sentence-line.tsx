import { sentenceOf } from './sentence.ts'
import type { ChartView } from '../view/chart-view.ts'

/** The generated sentence, its figures in bold. */
export function Sentence({ chartView, className = '' }: { chartView: ChartView; className?: string }) {
  return (
    <p className={`text-lead max-w-[74ch] ${className}`}>
      {sentenceOf(chartView).map((piece, index) =>
        piece.isStrong ? (
          <strong key={index} className="font-semibold">
            {piece.text}
          </strong>
        ) : (
          piece.text
        )
      )}
    </p>
  )
}
