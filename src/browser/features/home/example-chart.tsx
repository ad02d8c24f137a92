import { Pill } from '#browser/ui/pill.tsx'
import { withTerms } from '#domain/projects/submission-word.ts'

/** Made-up values, in descending order; one is the reader's own. */
const EXAMPLE_VALUES = [
  9.1, 8.4, 8.4, 8.3, 7.8, 7.6, 7.2, 7, 6.9, 6.8, 6.6, 6.5, 6.2, 6.2, 6.1, 6.1, 6, 5.8, 5.7, 5.7, 5.6, 5.5,
  5.5, 5.3, 5.2, 5, 5, 4.9, 4.8, 4.7, 4.5, 4.2, 4, 3.9
]
const OWN_INDEX = 11
const MEAN = EXAMPLE_VALUES.reduce((sum, value) => sum + value, 0) / EXAMPLE_VALUES.length

const STEP = 14
const BAR_WIDTH = 10
const UNIT = 20
const EXAMPLE_BASE = 205
const EXAMPLE_WIDTH = EXAMPLE_VALUES.length * STEP
const heightAt = (value: number): number => EXAMPLE_BASE - value * UNIT

/** What a member sees of a measure, with made-up figures, in the programme's colour. */
export function ExampleChart() {
  const own = EXAMPLE_VALUES[OWN_INDEX]!
  const ownX = OWN_INDEX * STEP
  return (
    <figure className="card m-0 p-4">
      <figcaption className="mb-3 flex flex-wrap items-center gap-2">
        <b className="flex-1 font-medium">{withTerms('How your {submission} compares on a measure')}</b>
        <Pill>Example</Pill>
      </figcaption>
      <svg
        role="img"
        aria-label={withTerms(
          `An example with made-up figures: a bar for each of ${EXAMPLE_VALUES.length} {submissions}, sorted highest to lowest, with your {submission} marked at ${own} and the mean at ${MEAN.toFixed(1)}.`
        )}
        viewBox={`0 0 ${EXAMPLE_WIDTH} ${EXAMPLE_BASE + 2}`}
        className="block h-auto w-full text-brand-mark"
      >
        {EXAMPLE_VALUES.map((value, index) => (
          <rect
            // Equal values stand beside each other.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            x={index * STEP}
            y={heightAt(value)}
            width={BAR_WIDTH}
            height={value * UNIT}
            rx={1}
            fill="currentColor"
            opacity={index === OWN_INDEX ? 1 : 0.35}
          />
        ))}
        <path d={`M0 ${heightAt(MEAN)}H${EXAMPLE_WIDTH}`} className="stroke-ink" strokeWidth={1.2} />
        <path
          d={`M${ownX + BAR_WIDTH / 2} ${heightAt(own) - 2}V40h8`}
          className="stroke-ink"
          strokeWidth={1}
          fill="none"
        />
        <text x={ownX + 18} y={44} className="fill-ink text-small font-medium max-sm:text-[19px]">
          {withTerms('Your {submission}, ')}
          {own}
        </text>
        <text
          x={EXAMPLE_WIDTH}
          y={heightAt(MEAN) - 6}
          textAnchor="end"
          className="fill-ink-2 text-tiny max-sm:text-[17px]"
        >
          Mean {MEAN.toFixed(1)}
        </text>
      </svg>
    </figure>
  )
}
