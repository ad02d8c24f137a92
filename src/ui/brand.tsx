interface BrandProps {
  programmeCode: string
  programmeName: string
  productName: string
}

/** The programme's logo with the names of product and programme. */
export function Brand({ programmeCode, programmeName, productName }: BrandProps) {
  return (
    <span className="flex items-center gap-2.5">
      <img src={`/images/logos/${programmeCode}.svg`} alt="" width={30} height={30} />
      <span className="whitespace-nowrap">
        <span className="block font-semibold">{productName}</span>
        <span className="block text-tiny text-ink-3">{programmeName}</span>
      </span>
    </span>
  )
}
