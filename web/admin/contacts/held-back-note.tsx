import { Remark } from '#web/ui/notice.tsx'

type Props = { count: number; isShown: boolean; onShow: () => void }

export function HeldBackNote({ count, isShown, onShow }: Props) {
  if (count === 0) return null
  if (isShown) {
    return (
      <div className="mb-4">
        <Remark>
          These arrived when too many messages were coming in. Mark the genuine ones as New, and delete the
          others.
        </Remark>
      </div>
    )
  }
  return (
    <div className="mb-4">
      <Remark>
        {count === 1 ? '1 message is' : `${count.toLocaleString()} messages are`} held back, because too many
        arrived within an hour.{' '}
        <button type="button" onClick={onShow} className="link">
          Show held-back messages
        </button>
      </Remark>
    </div>
  )
}
