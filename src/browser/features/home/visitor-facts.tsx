import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { $siteConfig } from '#browser/stores/site-config.ts'
import { formatDay } from '#lib/format.ts'
import { paths } from '#programme/paths.ts'
import type { VisitorTexts } from './visitor-texts.ts'

/** Key dates, how to join, and who sees what. */
export function VisitorFacts({ texts: { key_dates, how_to_join } }: { texts: VisitorTexts }) {
  const { minimum_peer_count } = useStore($siteConfig)
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))] gap-x-12 gap-y-8">
      {key_dates.length > 0 && (
        <VisitorColumn title="Key dates">
          <ul>
            {key_dates.map(({ date, text }) => (
              <li
                key={`${date} ${text}`}
                className="flex gap-4 border-0 border-t border-solid border-line py-2"
              >
                <time dateTime={date} className="w-16 flex-none font-medium">
                  {formatDay(date)}
                </time>
                <span className="text-ink-2">{text}</span>
              </li>
            ))}
          </ul>
        </VisitorColumn>
      )}
      {how_to_join.length > 0 && (
        <VisitorColumn title="How to join">
          <ol className="list-none p-0 m-0">
            {how_to_join.map((step, index) => (
              <li
                key={step}
                className="flex gap-3 border-0 border-t border-solid border-line py-2 text-ink-2"
              >
                <span
                  aria-hidden="true"
                  className="grid h-5 w-5 flex-none place-items-center rounded-full bg-brand-tint text-tiny font-semibold text-brand-text"
                >
                  {index + 1}
                </span>
                {step}
              </li>
            ))}
          </ol>
        </VisitorColumn>
      )}
      <VisitorColumn title="Who sees what">
        <div className="grid gap-2 border-0 border-t border-solid border-line py-2 text-ink-2">
          <p>
            Only members see results. Each project says before you register whether members see each other by
            name or only averages of at least {minimum_peer_count} organisations.
          </p>
          <p>
            <Link href={paths.organisation()}>Find your organisation</Link>
          </p>
          <p>
            <Link href={paths.documents()}>Public documents</Link>
          </p>
        </div>
      </VisitorColumn>
    </div>
  )
}

const VisitorColumn = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-2">{title}</h2>
    {children}
  </section>
)
