import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $siteConfig } from '#browser/stores/site-config.ts'
import { LateRichText } from '#browser/ui/rich-text/late-rich-text.tsx'

const textClass = 'mt-3.5 max-w-[490px]! text-lead text-ink-2'

const BARS = 58
const OWN = 21

/** Heights from 60 to 250 that fall like ranked values, with some irregularity that is always the same. */
const heights = Array.from({ length: BARS }, (_, index) => {
  const roughness = 0.96 + 0.08 * Math.abs(Math.sin(index * 12.9898))
  return 60 + 190 * ((BARS - index) / BARS) ** 0.9 * roughness
}).toSorted((one, other) => other - one)

/** The programme's introduction above a picture of a ranked chart. */
export function Introduction() {
  const config = useStore($siteConfig)
  const [fixed] = useState(readStaticIntroduction)
  const isUnchanged = fixed && (config.intro_html === '' || config.intro_html === fixed.text.innerHTML)
  return (
    <aside className="flex flex-col justify-between gap-10 overflow-hidden bg-brand-tint px-18 py-16 max-lg:px-6 max-lg:py-8 max-sm:px-4">
      <div>
        <h2 className="max-w-[22ch] text-poster! tracking-[-.02em]!">{config.intro_title || fixed?.title}</h2>
        {isUnchanged ? (
          <div ref={fillFrom(fixed.text)} className={`prose ${textClass}`} />
        ) : (
          config.intro_html && <LateRichText html={config.intro_html} className={textClass} />
        )}
      </div>
      <RankedBars />
    </aside>
  )
}

function RankedBars() {
  return (
    <svg
      aria-hidden="true"
      width="100%"
      className="h-[46%] max-lg:hidden"
      preserveAspectRatio="none"
      viewBox="0 0 700 260"
    >
      {heights.map((height, index) => (
        <rect
          key={index}
          x={index * 12.1}
          y={260 - height}
          width="8"
          height={height}
          rx="1.5"
          fill={index === OWN ? 'var(--brand-mark)' : 'var(--brand-line)'}
          opacity={index === OWN ? 1 : 0.75}
        />
      ))}
      <path d="M0 118H700" stroke="var(--brand-text)" strokeWidth="1.4" strokeDasharray="5 5" opacity=".7" />
    </svg>
  )
}

// The page's HTML already contains the introduction, sanitised at build time. While the site configuration
// says the same, its nodes are reused, so that nothing flickers and no sanitiser has to be loaded.

interface StaticIntroduction {
  title: string
  text: HTMLElement
}

/** The static page's text; null if the page was opened at another address. */
function readStaticIntroduction(): StaticIntroduction | null {
  const title = document.querySelector('#first-paint [data-introduction=title]')
  const text = document.querySelector<HTMLElement>('#first-paint [data-introduction=text]')
  return title && text ? { title: title.textContent, text } : null
}

/** Fills an element with copies of the static text. */
function fillFrom(text: HTMLElement): (element: HTMLElement | null) => void {
  return element => element?.replaceChildren(...[...text.childNodes].map(node => node.cloneNode(true)))
}
