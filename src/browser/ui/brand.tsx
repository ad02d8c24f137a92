interface BrandProps {
  programmeCode: string
  programmeName: string
  productName: string
  /** In a bar with controls: on the smallest windows the product's name alone, as much of it as there is room for. */
  isCompact?: boolean
}

export function BrandMark({ programmeCode, programmeName, productName, isCompact = false }: BrandProps) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <img className="flex-none" src={`/images/logos/${programmeCode}.svg`} alt="" width={30} height={30} />
      <span className={`min-w-0 ${isCompact ? 'max-[360px]:sr-only' : ''}`}>
        <span className="block font-semibold cut" title={productName}>
          {productName}
        </span>
        <span
          className={`block text-tiny text-ink-3 cut ${isCompact ? 'max-sm:hidden' : ''}`}
          title={programmeName}
        >
          {programmeName}
        </span>
      </span>
    </span>
  )
}
