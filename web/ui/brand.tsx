import type { LogoImage } from '#domain/site.ts'
import { usePage } from '#web/lib/page.tsx'
import { BRAND_PATH } from './brand-path.ts'

type Props = {
  /** In pixels. */
  size?: number
  className?: string
}

export function Brand({ size = 28, className = '' }: Props) {
  const { siteName, brand } = usePage()
  return (
    <>
      <BrandMark size={size} isNamed />
      {!brand?.logo?.isWide && (
        <span
          className={`line-clamp-2 min-w-0 wrap-anywhere font-[650] tracking-tight ${className} leading-tight`}
        >
          {siteName}
        </span>
      )}
    </>
  )
}

/** A wide logo includes the name, so it appears only where the name would. */
export function BrandMark({ size = 28, isNamed = false }: { size?: number; isNamed?: boolean }) {
  const { siteName, brand } = usePage()
  if (!brand?.logo) return <DefaultMark size={size} />
  const { light, dark, isWide } = brand.logo
  if (isWide && !isNamed) return null
  const alt = isWide ? siteName : ''
  return (
    <>
      <LogoPicture
        image={light}
        alt={alt}
        size={size}
        className={dark ? 'in-data-[theme=dark]:hidden' : ''}
      />
      {dark && (
        <LogoPicture image={dark} alt={alt} size={size} className="hidden in-data-[theme=dark]:block" />
      )}
    </>
  )
}

function LogoPicture({
  image: { src, width, height },
  alt,
  size,
  className,
}: {
  image: LogoImage
  alt: string
  size: number
  className: string
}) {
  return (
    <img
      src={src}
      alt={alt}
      width={Math.round((size * width) / height)}
      height={size}
      className={`max-w-44 shrink-0 object-contain max-[17rem]:max-w-24 object-left ${className}`}
    />
  )
}

function DefaultMark({ size }: { size: number }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" width={size} height={size} className="shrink-0 text-accent">
      <path fill="currentColor" fillRule="evenodd" d={BRAND_PATH} />
    </svg>
  )
}
