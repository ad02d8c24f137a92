import { Link } from 'wouter'
import { paths } from '#navigation/paths.ts'
import { runtimeConfig } from '#stores/site-config.ts'
import { Brand } from '#ui/brand.tsx'

/** Spec 2: the logo, linking to /. */
export function BrandLink() {
  return (
    <Link href={paths.home()} className="flex flex-none text-ink hover:no-underline">
      <Brand {...runtimeConfig()} isCompact />
    </Link>
  )
}
