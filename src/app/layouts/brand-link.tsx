import { Link } from 'wouter'
import { paths } from '#navigation/paths.ts'
import { runtimeConfig } from '#stores/site-config.ts'

/** Spec 2: the logo, linking to /. */
export function BrandLink() {
  const { programmeCode, programmeName, productName } = runtimeConfig()
  return (
    <Link href={paths.home()} className="flex items-center gap-2.5 text-ink hover:no-underline">
      <img src={`/images/logos/${programmeCode}.svg`} alt="" width={30} height={30} />
      <span className="whitespace-nowrap">
        <span className="block font-semibold">{productName}</span>
        <span className="block text-tiny text-ink-3">{programmeName}</span>
      </span>
    </Link>
  )
}
