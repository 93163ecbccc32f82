/** The key-block: a rounded square with a keyhole cut out. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" width={size} height={size} className="shrink-0 text-accent">
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M8 1h16a7 7 0 0 1 7 7v16a7 7 0 0 1-7 7H8a7 7 0 0 1-7-7V8a7 7 0 0 1 7-7Zm8 7.5a4.5 4.5 0 0 0-2.3 8.37L12.4 23.5h7.2l-1.3-6.63A4.5 4.5 0 0 0 16 8.5Z"
      />
    </svg>
  )
}
