import { defineConfig, presetWind3 } from 'unocss'

// The look's tokens. The brand's shades come from the programme's one colour, derived at build (src/programme/colours.ts).
export default defineConfig({
  content: { filesystem: ['src/**/*.{ts,tsx,astro}'] },
  presets: [presetWind3({ preflight: 'on-demand' })],
  theme: {
    // 1280 × 800 at 200 % and more has no height for bars that stick.
    // Without a pointer that hovers, what waits for one is always there.
    media: { short: '(max-height: 480px)', touch: '(hover: none)' },
    colors: {
      brand: {
        DEFAULT: 'var(--brand)',
        mark: 'var(--brand-mark)',
        ink: 'var(--brand-ink)',
        text: 'var(--brand-text)',
        tint: 'var(--brand-tint)',
        line: 'var(--brand-line)'
      },
      ink: { DEFAULT: 'var(--ink)', 2: 'var(--ink-2)', 3: 'var(--ink-3)' },
      line: { DEFAULT: 'var(--line)', strong: 'var(--line-strong)', field: 'var(--line-field)' },
      surface: { DEFAULT: 'var(--surface)', hover: 'var(--surface-hover)' },
      canvas: 'var(--canvas)',
      sunken: 'var(--sunken)',
      ok: { DEFAULT: 'var(--ok)', tint: 'var(--ok-tint)' },
      warn: { DEFAULT: 'var(--warn)', tint: 'var(--warn-tint)' },
      bad: { DEFAULT: 'var(--bad)', tint: 'var(--bad-tint)' },
      info: { DEFAULT: 'var(--info)', tint: 'var(--info-tint)' },
      // Spec 3 fixes the colours of messages. The states above give way to a brand that looks like one of them; these do not.
      toast: { success: '#17764a', warning: '#9a5400', error: '#b8262c', info: '#1d5fb0' }
    },
    fontFamily: { sans: 'var(--font)' },
    fontSize: {
      tiny: ['12px', '16px'],
      small: ['13px', '18px'],
      body: ['14px', '20px'],
      lead: ['15px', '23px'],
      section: ['16px', '24px'],
      title: ['22px', '30px'],
      poster: ['30px', '38px']
    },
    borderRadius: { DEFAULT: '6px', sm: '4px', lg: '10px', full: '9999px' },
    boxShadow: { float: '0 12px 32px -8px rgb(16 24 40 / .22), 0 2px 6px rgb(16 24 40 / .06)' }
  },
  shortcuts: {
    // Controls: 32 px high, 28 in bars of tools (-s), 40 on forms of their own (-l).
    btn: 'inline-flex items-center justify-center gap-1.5 h-8 px-3 rounded border border-solid border-line-strong bg-surface text-ink text-body font-medium whitespace-nowrap max-sm:(h-auto! min-h-8 max-w-full py-1 whitespace-normal) cursor-pointer no-underline hover:bg-sunken hover:no-underline disabled:opacity-50 disabled:cursor-default aria-[disabled=true]:opacity-50 aria-[disabled=true]:cursor-default',
    'btn-main': 'btn bg-brand! border-brand-mark! text-brand-ink! hover:brightness-92',
    'btn-quiet': 'btn border-transparent! bg-transparent hover:bg-sunken',
    'btn-danger': 'btn text-bad!',
    'btn-s': 'h-7! max-sm:min-h-7! px-[9px]! text-small!',
    'btn-l': 'h-10! max-sm:min-h-10! px-4!',
    'btn-only': 'w-8 px-0!',
    input:
      'h-8 px-2.5 w-full rounded border border-solid border-line-field bg-surface text-ink text-body placeholder:text-ink-3 aria-[invalid=true]:border-bad',
    'input-l': 'h-10! px-3!',
    pick: 'inline-flex items-center gap-1.5 h-7 pl-2.5 pr-2 rounded border border-solid border-line-strong bg-surface text-small text-ink whitespace-nowrap cursor-pointer hover:bg-sunken disabled:cursor-default disabled:opacity-60',
    card: 'bg-surface border border-solid border-line rounded-lg',
    float: 'bg-surface border border-solid border-line rounded-lg shadow-float',
    page: 'max-w-[1240px] mx-auto px-6 pt-7 pb-12 max-sm:px-4 max-sm:pt-5',
    // A title and what stands beside it; below it on the smallest windows.
    'page-head':
      'mb-5 flex flex-wrap items-end gap-x-4 gap-y-2.5 [&>:first-child]:flex-1 [&>:first-child]:min-w-[min(100%,20rem)] max-sm:[&>:first-child]:basis-full',
    // The content and its side cards; one column in small windows.
    beside: 'grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_340px]',
    // A table that is wider than the window scrolls in itself, with its first column in sight, under any bar that sticks and with the names that only
    // screen readers read.
    'table-scroll':
      'relative isolate overflow-x-auto pb-1 [&_:where(tr)]:bg-surface [&_:is(td,th):first-child]:sticky [&_:is(td,th):first-child]:left-0 [&_:is(td,th):first-child]:z-1 [&_:is(td,th):first-child]:bg-inherit max-lg:[&_:is(td,th):first-child]:min-w-28 max-lg:[&_:is(td,th):first-child]:max-w-[40vw] max-lg:[&_:is(td,th):first-child]:whitespace-normal',
    // Respondents read one column.
    survey: 'max-w-[680px] mx-auto px-6 pt-7 pb-15 max-sm:px-4 max-sm:pt-5',
    // A select over the whole width, which stands where wide windows have a list.
    'pick-wide': 'w-full! max-w-full! h-10! justify-between [&>span:nth-child(2)]:flex-1',
    // A project's name, and its state, which gives way first: its date wraps out of sight, then its word.
    'bar-name':
      'cut max-w-72 font-semibold max-lg:max-w-none max-lg:min-w-0 md:max-lg:max-w-[60%] max-md:shrink-3 max-sm:flex-1',
    'bar-state':
      "flex flex-1 flex-wrap h-5 min-w-0 max-w-max overflow-hidden before:(content-[''] h-5) [&>span]:(flex-none leading-5) [&>:last-child]:(-ml-2 rounded-l-none pl-0 whitespace-pre empty:hidden)",
    // What every figure of a screen depends on; it sticks where there is room for it.
    toolbar:
      'print:hidden z-10 flex flex-wrap items-center gap-2 px-6 max-sm:px-4 py-2.5 bg-surface border-0 border-b border-solid border-line lg:sticky lg:top-0 media-short:static',
    // What is pressed reaches over 24 px where its words are lower (WCAG 2.5.8).
    reach: "relative before:content-[''] before:absolute before:-inset-y-1 before:inset-x-0",
    'text-button': 'reach text-brand-text hover:underline',
    // Back, the saving state and the way on, which never moves: at the lower edge of a phone, where a thumb is.
    'survey-foot':
      'sticky bottom-0 z-10 mt-auto flex items-center gap-3 py-4 bg-canvas [&>:last-child]:ml-auto max-sm:(flex-wrap -mx-4 px-4 py-3 bg-surface border-0 border-t border-solid border-line) media-short:static!',
    'text-title-strong': 'text-title font-semibold tracking-[-.014em]',
    'text-section-strong': 'text-section font-semibold tracking-[-.008em]',
    num: 'tabular-nums text-right',
    cut: 'overflow-hidden text-ellipsis whitespace-nowrap',
    // Tables: rows 36–40 high, heads in captions.
    'table-head':
      'font-medium text-tiny text-ink-3 text-left py-2.5 px-3 border-0 border-b border-solid border-line whitespace-nowrap',
    'table-cell': 'py-[9px] px-3 border-0 border-b border-solid border-line',
    'side-link':
      'flex items-center gap-2 py-1.5 px-3 mx-2 rounded text-ink-2 no-underline hover:bg-sunken hover:no-underline aria-[current=page]:bg-brand-tint aria-[current=page]:text-brand-text aria-[current=page]:font-medium',
    'side-head': 'px-4 pt-4 pb-1.5 text-tiny font-medium text-ink-3'
  }
})
