import { sentenceOf } from './sentence.ts'
import type { Reading } from './reading.ts'

/** The generated sentence, its figures in bold. */
export function Sentence({ reading, className = '' }: { reading: Reading; className?: string }) {
  return (
    <p className={`text-lead max-w-[74ch] ${className}`}>
      {sentenceOf(reading).map((piece, index) =>
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
