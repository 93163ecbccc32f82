import type { GeneratorName } from '#domain/passwords/generator-extras.ts'
import { spell } from '#domain/passwords/spell.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ColoredPassword } from './colored-password.tsx'

type Props = { noun: GeneratorName; text: string; lang: string | undefined; onClose: () => void }

/** In large print, and as words for the telephone. */
export function SpellDialog({ noun, text, lang, onClose }: Props) {
  return (
    <Dialog
      onClose={onClose}
      title={`Your ${noun}, spelled out`}
      description="To read out or copy by hand. Anyone who hears or sees it can use it."
      size="wide"
    >
      <ol
        aria-label={`Characters of the ${noun}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lists must scroll by keyboard
        tabIndex={0}
        translate="no"
        className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-2"
      >
        {spell(text).map(({ character, name, caution }, index) => (
          <li
            key={index}
            className="flex flex-col items-center rounded-control border border-border px-1.5 pt-1 pb-2 text-center"
          >
            <span aria-hidden className="self-start text-muted text-sm tabular-nums">
              {index + 1}
            </span>
            <span
              lang={lang}
              aria-hidden={name !== null}
              className="secret whitespace-pre text-[2.5rem] leading-tight"
            >
              {character === ' ' ? '␣' : <ColoredPassword password={character} />}
            </span>
            <span className="text-sm">{name}</span>
            {caution && <span className="text-muted text-sm">{caution}</span>}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
