import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Loadable } from '#browser/api/cache/cache.ts'
import { intervalMethods, NO_FUNNEL_OF_MEANS, VERDICT_METHOD } from '#browser/charts/words/claims.ts'
import { $siteConfig } from '#browser/stores/site-config.ts'
import { Card } from '#browser/ui/card.tsx'
import { LateRichText } from '#browser/ui/rich-text/late-rich-text.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import type { MetaData } from '#contract/charts.ts'

/** A failure to load the definition does not affect the chart. */
export function DefinitionCard({ metaData }: { metaData: Loadable<MetaData> }) {
  return (
    <Card title="Definition">
      <div className="grid gap-2 p-4 text-small text-ink-2">
        {metaData.state === 'loading' && <SkeletonLines lines={4} label="Loading the definition" />}
        {metaData.state === 'failed' && <p>The definition could not be loaded: {metaData.error}</p>}
        {metaData.state === 'ready' && <Definition {...metaData.value} />}
      </div>
    </Card>
  )
}

function Definition({
  numerator_text,
  denominator_text,
  source_text,
  definition_html,
  caveats_html,
  statistic,
  quartile_method,
  minimum_count
}: MetaData) {
  const site = useStore($siteConfig)
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      <LateRichText html={definition_html} />
      <DefinitionTerm name="Numerator" text={numerator_text} />
      <DefinitionTerm name="Denominator" text={denominator_text} />
      <DefinitionTerm name="Source" text={source_text} />
      {isWhole && (
        <>
          <DefinitionTerm name="Interval" text={intervalMethods[statistic] ?? ''} />
          <p>Quartiles: {quartile_method ?? site.quartile_method} interpolation.</p>
          {caveats_html !== '' && (
            <div>
              <p className="font-medium text-ink">Notes</p>
              <LateRichText html={caveats_html} />
            </div>
          )}
          {intervalMethods[statistic] === null ? (
            <p>The values are not counts, so they have no intervals or verdicts.</p>
          ) : (
            <p>{VERDICT_METHOD}</p>
          )}
          {statistic === 'mean' && <p>{NO_FUNNEL_OF_MEANS}</p>}
          <p>Percentile: the share of peers strictly below, plus half of those equal.</p>
          <p>
            Averages are of at least {minimum_count ?? site.minimum_peer_count} other organisations. Where
            members cannot see each other’s figures, each median and quartile is the mean of the values around
            it, from at least that many organisations.
          </p>
        </>
      )}
      <p>
        <button
          type="button"
          aria-expanded={isWhole}
          className="text-button"
          onClick={() => setWhole(!isWhole)}
        >
          Method
        </button>
      </p>
    </>
  )
}

function DefinitionTerm({ name, text }: { name: string; text: string }) {
  if (text === '') return null
  return (
    <p>
      <span className="block print:inline print:pr-2 font-medium text-ink">{name}</span>
      {text}
    </p>
  )
}
