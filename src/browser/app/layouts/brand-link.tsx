import { Link } from 'wouter'
import { paths } from '#programme/paths.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { Brand } from '#browser/ui/brand.tsx'

/** Spec 2: the logo, linking to /. */
export function BrandLink() {
  return (
    <Link
      href={paths.home()}
      className="flex min-w-0 flex-none max-lg:flex-initial max-sm:flex-1 max-sm:min-w-7.5 max-sm:my-1.5 max-sm:min-h-11 text-ink hover:no-underline"
    >
      <Brand {...runtimeConfig()} isCompact />
    </Link>
  )
}
