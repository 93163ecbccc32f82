import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

export const SmallButton = (props: ComponentProps<typeof Button>) => (
  <Button {...props} className="min-h-8! px-3! py-1! text-sm!" />
)
