import { useState } from 'react'
import { readStored, removeStored, writeStored } from '#web/lib/storage.ts'

const ON = 'on'

/** A choice that this browser keeps; off by default. */
export function useStoredSwitch(key: string): [isOn: boolean, setIsOn: (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => readStored(key) === ON)
  const change = (next: boolean) => {
    setIsOn(next)
    if (next) writeStored(key, ON)
    else removeStored(key)
  }
  return [isOn, change]
}
