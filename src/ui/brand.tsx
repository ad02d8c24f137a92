interface BrandProps {
  programmeCode: string
  programmeName: string
  productName: string
  /** On narrow windows the logo stands alone; the names are still read out. */
  isCompact?: boolean
}

/** The programme's logo with the names of product and programme. */
export function Brand({ programmeCode, programmeName, productName, isCompact = false }: BrandProps) {
  return (
    <span className="flex items-center gap-2.5">
      <img src={`/images/logos/${programmeCode}.svg`} alt="" width={30} height={30} />
      <span className={`whitespace-nowrap ${isCompact ? 'max-lg:sr-only' : ''}`}>
        <span className="block font-semibold">{productName}</span>
        <span className="block text-tiny text-ink-3">{programmeName}</span>
      </span>
    </span>
  )
}
